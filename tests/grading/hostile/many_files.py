# attack: make a hundred thousand files
try:
    for i in range(100_000):
        open(f'f{i}', 'w').close()
except BaseException:
    pass


def split_heads(x, num_heads):
    return x
