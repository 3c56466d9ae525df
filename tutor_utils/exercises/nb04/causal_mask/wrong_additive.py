"""additive-mask

Your mask holds 0 and -inf, to be added to the scores, as PyTorch's `generate_square_subsequent_mask`
does. Here it says yes or no: True where the key may be read.
Try: Which `dtype` has the comparison alone, before numbers are made of it?
Hint: torch.ones(1, 1, length, length, dtype=torch.bool, device=device).tril()
"""


def causal_mask(length, device=None):
    return torch.full((1, 1, length, length), -math.inf, device=device).triu(1)
