"""results-swapped

Output and weights come in the wrong order.
Try: Compare the order in your `return` line with the docstring.
Hint: Return the output first.
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    output = weights @ v
    return weights, output
