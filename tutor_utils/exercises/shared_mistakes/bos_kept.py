"""bos-kept

The rows still begin with bos. It was the start signal, and nobody said it.
Try: What is in the first column of your result? Did the model say it?
Hint: Drop the first column before you return.
"""
