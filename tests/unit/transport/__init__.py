"""Do the doors map right, without a network?"""
