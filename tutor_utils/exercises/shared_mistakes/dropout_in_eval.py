"""dropout-in-eval

Numbers are dropped in evaluation mode too. Then two runs of one sentence differ.
Try: Make `nn.Dropout` in `__init__`: there `.eval()` reaches it. `F.dropout` needs
`training=self.training`.
"""
