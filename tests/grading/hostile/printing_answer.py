# attack: print 100 MB inside the answer


def split_heads(x, num_heads):
    print('x' * 100_000_000)
    return x
