"""super-forgotten

A module must be set up by `nn.Module` before it can hold layers.
Try: Begin `__init__` with `super().__init__()`.
Raises: cannot assign module before Module.__init__|has no attribute '_modules'|has no attribute '_parameters'
"""
