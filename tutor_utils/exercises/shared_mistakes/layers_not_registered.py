"""layers-not-registered

The layers stand in a plain Python list, tuple or dict. Then `parameters()` does not see them: they
are not trained, not saved and not moved.
Try: Put them into `nn.ModuleList([...])`.
"""
