"""unbiased-deviation

Your own norm divides by n - 1 when it works out the variance. LayerNorm divides by n.
Try: Use `nn.LayerNorm`, or give `unbiased=False` to your `var` or `std`.
"""
