"""no-gradient

Part of the layer gets no gradient, and what gets none does not learn.
Try: Look for `.detach()`, `.data`, `no_grad`, NumPy, or a layer that is made and never called.
"""
