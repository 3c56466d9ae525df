"""gradient-stopped
"""
def attend(q, k, v):
    weights = attention_weights(attention_scores(q, k)).detach()
    return weights @ v, weights
