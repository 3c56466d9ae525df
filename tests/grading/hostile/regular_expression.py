"""A search that takes for ever, which no signal of Python's ends."""
import re

def split_heads(x, num_heads):
    re.match(r"(a+)+$", "a" * 60 + "b")
    return x
