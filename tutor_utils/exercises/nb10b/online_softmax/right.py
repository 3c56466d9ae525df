# --- usual
def online_softmax(scores, values, block):
    if block < 1:
        raise ValueError(f"block={block} must be 1 or more")
    top = torch.full_like(scores[..., :1], -math.inf)  # (..., L_q, 1)
    total = torch.zeros_like(top)
    output = scores.new_zeros(*scores.shape[:-1], values.shape[-1])
    for start in range(0, scores.shape[-1], block):
        part = scores[..., start : start + block]
        before, top = top, torch.maximum(top, part.amax(dim=-1, keepdim=True))
        shift = top.masked_fill(top == -math.inf, 0.0)  # -inf - -inf would be NaN
        shrink, powers = (before - shift).exp(), (part - shift).exp()
        total = total * shrink + powers.sum(dim=-1, keepdim=True)
        output = output * shrink + powers @ values[..., start : start + block, :]
    return output / total.masked_fill(total == 0, 1.0)


# --- logsumexp
def online_softmax(scores, values, block):
    assert block > 0, f"block {block}"
    lse, out = None, None
    for i in range(0, scores.size(-1), block):
        s = scores[..., i : i + block]
        v = values[..., i : i + block, :]
        weights = torch.nan_to_num(torch.softmax(s, dim=-1))
        one = torch.logsumexp(s, dim=-1, keepdim=True)
        if out is None:
            out, lse = weights @ v, one
        else:
            both = torch.logaddexp(lse, one)
            old, new = torch.nan_to_num((lse - both).exp()), torch.nan_to_num((one - both).exp())
            out = out * old + (weights @ v) * new
            lse = both
    return out
