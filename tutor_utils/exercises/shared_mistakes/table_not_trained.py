"""table-not-trained

Nothing in your module is trained: `parameters()` gives no table that takes a gradient.
Try: Does `list(module.parameters())` show your table, and does it ask for a gradient?
Hint: Use nn.Embedding or nn.Parameter.
"""
