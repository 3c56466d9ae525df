def attention_weights(scores):
    top, _ = scores.max(dim=-1, keepdim=True)
    top = top.masked_fill(top == -torch.inf, 0.0)
    powers = torch.exp2((scores - top) * 1.4426950408889634)
    return powers / powers.sum(dim=-1, keepdim=True)
