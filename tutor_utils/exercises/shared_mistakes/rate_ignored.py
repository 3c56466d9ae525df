"""rate-ignored

Numbers are dropped although dropout=0, which is the default: a rate stands in the code, or another
default in the `def` line.
Try: Give the argument on: `nn.Dropout(dropout)`, with `dropout=0.0` in the `def` line.
"""
