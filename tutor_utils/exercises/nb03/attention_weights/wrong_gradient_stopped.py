"""gradient-stopped
"""
def attention_weights(scores):
    shares = (scores - scores.amax(-1, keepdim=True)).exp()
    return shares / shares.detach().sum(-1, keepdim=True)
