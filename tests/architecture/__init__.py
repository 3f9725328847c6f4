"""Is the shape intact?"""
