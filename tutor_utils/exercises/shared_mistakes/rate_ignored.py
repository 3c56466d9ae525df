"""rate-ignored

Numbers are dropped although dropout=0, which is the default: the rate is written into the code.
Try: Give the argument on: `nn.Dropout(dropout)`, with `dropout=0.0` in the `def` line.
"""
