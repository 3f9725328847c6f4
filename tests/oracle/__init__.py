"""A slow, plain referee of family U, written only from RULES.md.

Nothing here but `words` imports the engine. Cards are texts, melds frozensets of texts,
layouts frozensets of melds, everything is found by trying: what the engine gains by masks
and tables is checked against this.
"""
