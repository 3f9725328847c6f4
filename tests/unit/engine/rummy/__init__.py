"""Family H: cards are drawn into the hand."""
