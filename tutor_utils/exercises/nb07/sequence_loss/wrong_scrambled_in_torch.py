"""logits-scrambled

The logits were transposed and then flattened: they no longer stand beside their labels.
Try: After your reshape, do the V numbers of one token still stand side by side?
Hint: Flatten (B, L, V) to (B*L, V) without a transpose.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    flat = logits.transpose(1, 2).reshape(-1, logits.shape[-1])
    return F.cross_entropy(flat, labels.flatten(), ignore_index=pad_id, label_smoothing=label_smoothing)
