def attend(q, k, v):
    weights = attention_weights(attention_scores(q, k))
    return weights @ v, weights
