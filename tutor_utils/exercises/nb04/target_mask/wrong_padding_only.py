"""future-visible

Only the pads are hidden. Every token can read the future.
Try: Two things must hold for a key. Which of them does your mask ask?
Hint: Join it with the causal mask.
Seen: https://github.com/huggingface/transformers/issues/48745
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    return keys
