"""The fair shuffle against its description: published vectors, and chance that favours nothing."""
