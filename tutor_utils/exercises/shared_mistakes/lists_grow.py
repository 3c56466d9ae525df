"""lists-grow

The list of weights is kept from one call to the next, and grows. A second call returns the maps of
the first as well, and changes what the first returned.
Try: Where is the list made: once for all calls, or in each call?
Hint: Make it at the beginning of `forward`.
"""
