# --- log_softmax_exp
def attention_weights(scores):
    return F.log_softmax(scores, -1).exp()


# --- logsumexp
def attention_weights(scores):
    return torch.exp(scores - torch.logsumexp(scores, dim=-1, keepdim=True))


# --- manual_exp2
def attention_weights(scores):
    top, _ = scores.max(dim=-1, keepdim=True)
    top = top.masked_fill(top == -torch.inf, 0.0)
    powers = torch.exp2((scores - top) * 1.4426950408889634)
    return powers / powers.sum(dim=-1, keepdim=True)


# --- softmax
def attention_weights(scores):
    return scores.softmax(dim=-1)


# --- subtract_max
def attention_weights(scores):
    top = scores.amax(dim=-1, keepdim=True)
    powers = (scores - top).exp()
    total = powers.sum(dim=-1, keepdim=True)
    return powers / total


# --- usual
def attention_weights(scores):
    weights = scores.softmax(dim=-1)
    return weights
