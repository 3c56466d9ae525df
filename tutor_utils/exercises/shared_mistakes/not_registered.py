"""not-registered

The module has no parameters. Layers made inside `forward`, or kept in a plain list, are not seen
by the optimizer.
Try: Make the layers in `__init__` and keep each as `self.name`.
"""
