"""The rules as tables of positions with their right answers."""
