"""The engine's modules, one by one: does each rule hold?"""
