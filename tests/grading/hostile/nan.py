# attack: return nothing but NaN, in the form of the plain wrong answer


def split_heads(x, num_heads):
    return x * float('nan')
