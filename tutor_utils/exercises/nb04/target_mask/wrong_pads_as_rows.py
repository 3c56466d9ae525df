"""mask-on-queries

Your pads lie on the query axis. Pads can still be read as keys.
Try: On which axis of your padding mask do the words stand? Which axis are the keys?
Hint: Keys are the last axis: (B, 1, 1, L).
"""


def target_mask(ids: Tensor, pad_id: int) -> Tensor:
    B, L = ids.shape
    causal = torch.ones(L, L, dtype=torch.bool, device=ids.device).tril()
    not_pad = (ids != pad_id).view(B, 1, L, 1)
    return causal & not_pad
