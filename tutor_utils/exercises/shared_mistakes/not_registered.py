"""not-registered

The module has no parameters. Layers kept without `self.`, made inside `forward`, or in a plain list
are not seen by the optimizer.
Try: Make the layers in `__init__` and keep each as `self.name`.
"""
