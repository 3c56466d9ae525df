"""scaled-too-late

The division comes after the product, as in `attention_scores`. In float16 the largest number is
65,504, and a product of long vectors passes it before it is divided: it becomes infinity.
Try: Which of the two comes first in your code, the product or the division?
Hint: scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
Seen: https://github.com/FernandoLpz/Text-Classification-LSTMs-PyTorch/issues/9
"""


def masked_attend(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    output = weights @ v
    return output, weights
