"""Is the shuffle the published one, and does it favour nothing?"""
