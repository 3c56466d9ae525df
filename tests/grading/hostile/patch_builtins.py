# attack: break isinstance, len and open
try:
    import builtins
    builtins.isinstance = lambda *a: True
    builtins.len = lambda *a: 0
    builtins.open = lambda *a, **k: 1 / 0
except BaseException:
    pass


def split_heads(x, num_heads):
    return x
