"""Does the whole play?"""
