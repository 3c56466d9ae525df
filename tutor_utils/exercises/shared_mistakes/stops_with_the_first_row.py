"""stops-with-the-first-row

Decoding stops when the first row has ended. The others are cut off.
Try: Which rows must have ended before your loop may stop?
Hint: Stop when ALL rows have ended, or after max_len steps.
"""
