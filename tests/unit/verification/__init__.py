"""Does the proof of a game believe what is right, and nothing else?"""
