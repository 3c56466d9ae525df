"""shifted-backwards

You shifted the wrong way: the decoder is shown the answer and asked for the token before it.
Try: Look at which of your two slices keeps the bos: it is the input.
Seen: https://github.com/tensorflow/tensor2tensor/issues/1510
"""


def shift_target(tgt):
    return tgt[:, 1:], tgt[:, :-1]
