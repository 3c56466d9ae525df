"""ragged

A tensor needs rows of one length.
Try: Print the length of each row just before you make the tensor. Are they equal?
Hint: Add the pads before you make the tensor.
Raises: expected sequence of length
"""


def pad_batch(sequences, pad_id):
    return torch.tensor(sequences)
