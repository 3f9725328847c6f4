"""Is the API what the proto says?"""
