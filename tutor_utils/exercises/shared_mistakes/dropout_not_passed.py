"""dropout-not-passed

Your `dropout` has no effect: the rate does not reach the layers.
Try: What does each layer get for `dropout`?
"""
