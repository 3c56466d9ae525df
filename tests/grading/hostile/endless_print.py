# attack: print without end
while True:
    print('x' * 10_000)


def split_heads(x, num_heads):
    return x
