"""dropout-missing

The argument `dropout` has no effect in training mode.
Try: Does the rate reach an `nn.Dropout`, and do you add what that returns to x?
"""
