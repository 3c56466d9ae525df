"""unnamed

The shape is right and the numbers are not. This is none of the mistakes that the course knows by
name.
Try: FILL IN
"""


def merge_heads(x):
    return torch.cat(list(x.flip(1).unbind(1)), dim=-1)
