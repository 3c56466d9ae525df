"""no-return

`forward` works everything out and then gives None, since it has no `return` line. A published
reading of the paper has this fault in its block.
Try: End `forward` with `return` and all that the contract names.
"""
