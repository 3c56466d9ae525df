"""last-layer-skipped

The result of the last layer is thrown away: you return the x that went into it.
Try: Which x do you return: the one before the last layer, or the one after it?
"""
