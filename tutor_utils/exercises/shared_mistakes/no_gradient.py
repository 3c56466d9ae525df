"""no-gradient

Part of the layer gets no gradient, so it would keep its first weights for ever.
Try: Look for `.detach()`, `.data`, `no_grad`, NumPy, or a layer that is made and never called.
"""
