"""always-norm-first

With norm_first=False the layers still normalise first.
Try: What does each layer get for `norm_first`: your own `norm_first`?
"""
