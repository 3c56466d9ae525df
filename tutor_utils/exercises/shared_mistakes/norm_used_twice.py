"""norm-used-twice

One of your norms serves two sub-layers, and another one is never called.
Try: Which norm does each sub-layer take in your `forward`? Go through them one after the other.
Hint: self.norm1 for the first sub-layer, self.norm2 for the second, ...
Seen: https://github.com/ml-explore/mlx/issues/1636
"""
