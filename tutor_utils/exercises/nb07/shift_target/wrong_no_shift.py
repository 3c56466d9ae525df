"""not-shifted

Input and labels are the same tokens. The model then only has to repeat what it is shown: the loss
falls to zero and decoding is useless.
Try: Say aloud what the decoder sees at step 0, and what it should answer.
Hint: The labels are the tokens one place further on.
Seen: https://github.com/huggingface/transformers/issues/16940
"""


def shift_target(tgt):
    return tgt[:, :-1], tgt[:, :-1]
