"""Closes every descriptor but its own copy, and sends what it likes."""
import os

copy = os.dup(3)
os.closerange(0, copy)
body = b"{" + b'"a":' * 500_000
os.write(copy, b"observation" + (2**62).to_bytes(8, "big") + body)
def split_heads(x, num_heads):
    return x
