"""concatenated

You put words and positions side by side, so the vector is twice as wide. They are added.
Try: How wide should the result be? How wide is yours?
Hint: Use +.
"""
