def attention_weights(scores):
    return torch.exp(scores - torch.logsumexp(scores, dim=-1, keepdim=True))
