"""too-long

More than max_len tokens were said.
Try: Count the rounds of your loop.
"""
