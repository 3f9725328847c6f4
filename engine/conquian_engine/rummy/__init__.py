"""Family H: cards are drawn into the hand (R3).

The rules of `colonel`, `coo_can`, `kunken` and `coon_can`. What sets them apart is data
(`rules.RummyRules`); nothing here asks for a ruleset's name. The public functions are
those of the whole engine, in the package above.
"""
