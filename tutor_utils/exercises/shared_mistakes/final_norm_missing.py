"""final-norm-missing

With norm_first=True nothing normalises what leaves the last layer, and the sum grows with depth. A
pre-LN stack ends with one more LayerNorm.
Try: Is there a norm where `norm_first` is True? Is it called after the loop, and do you return what
it gives?
Hint: if self.norm is not None: x = self.norm(x)
"""
