"""What operators look at: metrics and logs.

Neither ever holds a player's id, a card of a hand or a token.
"""
