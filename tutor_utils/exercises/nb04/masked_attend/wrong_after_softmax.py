"""masked-after-softmax

You blocked after the softmax. The blocked keys took their share already, so the rows no longer sum
to 1.
Try: When must a key be left out: before the softmax divides the total of 1, or after?
Hint: Block the scores, before the softmax.
Seen: https://github.com/rasbt/LLMs-from-scratch/issues/279
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    output = weights @ v
    return output, weights
