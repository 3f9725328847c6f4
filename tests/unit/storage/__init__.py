"""The store's parts that need no store."""
