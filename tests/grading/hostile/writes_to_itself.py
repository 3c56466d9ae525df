"""Writes into its own memory past Python."""
with open("/proc/self/mem", "r+b", buffering=0) as memory:
    for line in open("/proc/self/maps"):
        if "rw-p" in line and "heap" in line:
            memory.seek(int(line.split("-")[0], 16))
            memory.write(b"\0" * 4096)
def split_heads(x, num_heads):
    return x
