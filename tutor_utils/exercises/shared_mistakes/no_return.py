"""no-return

`forward` works everything out and then gives None, since it has no `return` line.
Try: End `forward` with `return` and all that the contract names.
"""
