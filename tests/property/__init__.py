"""Does it hold for all?"""
