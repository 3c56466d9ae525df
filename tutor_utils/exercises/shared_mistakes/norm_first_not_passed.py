"""norm-first-not-passed

The layers do not know of norm_first: they still normalise after the sum.
Try: Give `norm_first` to each layer.
"""
