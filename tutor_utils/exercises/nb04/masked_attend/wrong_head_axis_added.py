"""head-axis-added

You put one more axis into a mask of three axes. It broadcasts as it came: its axes are the last three,
(h, L_q, L_k), and yours are read as (B, 1, L_q, L_k).
Try: Which of the axes (B, h, L_q, L_k) does a mask (2, 3, 5) have, counted from the end?
Hint: `masked_fill` broadcasts by itself: leave the mask as it is.
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        if mask.dim() == 3:
            mask = mask.unsqueeze(1)
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    return weights @ v, weights
