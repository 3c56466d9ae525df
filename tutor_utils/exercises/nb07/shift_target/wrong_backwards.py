"""shifted-backwards

You shifted the wrong way: the decoder is shown the answer and asked for the token before it.
Try: Which of your two results begins with the bos? It is the input, and it comes first.
Seen: https://github.com/tensorflow/tensor2tensor/issues/1510
"""


def shift_target(tgt):
    return tgt[:, 1:], tgt[:, :-1]
