"""The use cases of the service, on ports written in the domain's words.

tables, playing, reading, watching, rulebook   what callers ask for
committing                                     the commit protocol: exactly once, loud conflicts
play_on, fold                                  pure steps of a game, and the log folded by them
views, permission, tokens                      who may see and do what
ports, errors                                  what is needed from outside, what can go wrong
"""
