"""weights-for-scores

You returned weights. Only the scores are wanted.
Try: The name of the function says what is wanted. Which step is too much?
Hint: Leave the softmax out.
Seen: https://github.com/sooftware/attentions/issues/4
"""


def additive_scores(q, k, w_q, w_k, v):
    queries = w_q(q)[:, :, None]
    keys = w_k(k)[:, None]
    hidden = torch.tanh(queries + keys)
    scores = hidden @ v
    return scores.softmax(-1)
