"""How fast is it, and how small? Ratios measured in one run, against the goals set for them."""
