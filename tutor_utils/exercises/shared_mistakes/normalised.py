"""normalised

You changed the characters to another form of Unicode. They are to be taken as they are.
Try: Look for `normalize`.
"""
