# diagnosis: one-maximum-for-all
def attention_weights(scores):
    e = torch.exp(scores - scores.max())
    return e / e.sum(dim=-1, keepdim=True)
