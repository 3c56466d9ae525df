"""too-short

Your answer ends one token before max_len. Nobody said bos, so it does not count.
Try: How many tokens does your function return where no row says eos?
Hint: `for _ in range(max_len):`
"""
