"""A slow, plain referee of family H, written only from RULES.md (R3).

Nothing here but `words` imports the engine. A card is its text, `JK` a joker; a hand is a
sorted tuple, since double packs hold equal cards (R1.1). A meld is a tuple of texts: a run
as it lies, low to high, each joker with its card (`JK=8C`, moved: `JK*=8C`); a set sorted.
"""
