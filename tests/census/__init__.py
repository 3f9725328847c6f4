"""Does generation agree with counting?"""
