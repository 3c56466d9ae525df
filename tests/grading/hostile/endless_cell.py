# attack: never end
while True:
    pass


def split_heads(x, num_heads):
    return x
