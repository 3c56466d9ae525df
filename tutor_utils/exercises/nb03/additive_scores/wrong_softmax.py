"""weights-for-scores

You returned weights. Only the scores are wanted.
Try: The name of the function says what is wanted. Which step is too much?
Hint: Leave the softmax out.
"""


def additive_scores(q, k, w_q, w_k, v):
    return (torch.tanh(w_q(q)[:, :, None] + w_k(k)[:, None]) @ v).softmax(-1)
