"""last-norm-after-each-layer

In pre-LN the last norm comes after every layer. The residual stream should run from the first layer
to the last untouched, and be normalised once, at the end.
Try: How often does your `forward` call the last norm for 6 layers?
Hint: The last norm stands behind the loop.
"""
