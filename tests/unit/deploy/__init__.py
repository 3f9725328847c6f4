"""What we ship for operators."""
