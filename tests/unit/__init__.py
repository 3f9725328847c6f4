"""Does this rule hold?"""
