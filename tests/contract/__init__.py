"""Does the store keep its promises?"""
