"""dropout-in-eval

Numbers are dropped in evaluation mode too. Then two runs of one sentence differ.
Try: Use `nn.Dropout`, which listens to `.eval()`; `F.dropout` needs `training=self.training`.
"""
