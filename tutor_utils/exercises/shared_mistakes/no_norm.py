"""no-norm

In at least one sub-layer no norm is at work, though one was made: it is not called, or what it
returns is not used.
Try: Each sub-layer needs its norm, round the sum (post-LN) or round its input (pre-LN). Which of
yours has none?
"""
