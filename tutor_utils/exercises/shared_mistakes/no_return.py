"""no-return

`forward` gives None: it came to its end without a `return` of a value.
Try: End `forward` with `return` and all that the contract names. Does every way through it end
there?
"""
