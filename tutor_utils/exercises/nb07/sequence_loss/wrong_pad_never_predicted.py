"""pad-taken-from-the-tokens

You take the pad out of the tokens that the model can say. The pads among the labels are to be left
out, and the logits stay as they are.
Try: Does pad_id pick labels in your code, or logits?
Hint: ignore_index=pad_id
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    scores = logits.clone()
    scores[..., pad_id] = float("-inf")
    return F.cross_entropy(scores[labels != pad_id], labels[labels != pad_id])
