# diagnosis: mask-on-queries
def target_mask(ids: Tensor, pad_id: int) -> Tensor:
    B, L = ids.shape
    causal = torch.ones(L, L, dtype=torch.bool, device=ids.device).tril()
    not_pad = (ids != pad_id).view(B, 1, L, 1)
    return causal & not_pad
