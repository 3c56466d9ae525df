# attack: print 100 MB
print('x' * 100_000_000)


def split_heads(x, num_heads):
    return x
