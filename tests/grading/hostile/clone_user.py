"""The same by the raw call."""
import ctypes

libc = ctypes.CDLL(None)
for number in (56, 220, 435):
    libc.syscall(number, 0x10000000 | 17, 0, 0, 0, 0)
def split_heads(x, num_heads):
    return x
