"""logits-scrambled

You reshaped the logits to (B, V, L). That does not move an axis: the V numbers of one token no longer
belong together.
Try: After your reshape, do the V numbers of one token still stand side by side?
Hint: `logits.transpose(1, 2)` moves the axis; or flatten (B, L, V) to (B*L, V).
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    B, L, V = logits.shape
    return F.cross_entropy(logits.reshape(B, V, L), labels, ignore_index=pad_id, label_smoothing=label_smoothing)
