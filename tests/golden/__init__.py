"""Did behaviour change?"""
