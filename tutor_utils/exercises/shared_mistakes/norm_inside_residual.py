"""norm-inside-residual

You normalised the output of a sub-layer before the sum, x + norm(sublayer(x)). Post-LN normalises
the sum, norm(x + sublayer(x)), and pre-LN the input, x + sublayer(norm(x)).
Try: Look at what stands in the brackets of your norm.
"""
