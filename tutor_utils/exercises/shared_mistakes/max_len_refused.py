"""max_len-refused

Your code refuses a sentence that is just as long as max_len. There are max_len rows, so it fits.
Try: With max_len=4, how many rows are there, and which is the last one that a sentence of 4 needs?
Hint: Refuse `L > max_len`, not `L >= max_len`.
"""
