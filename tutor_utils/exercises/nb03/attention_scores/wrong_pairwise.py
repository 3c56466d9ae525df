"""no-pairs

Query i meets key i only. Every query must meet every key, so that a table comes out.
Try: Which product gives a number for each row of one matrix with each column of another?
Hint: `@` with k transposed, not `*`.
"""


def attention_scores(q, k):
    scores = (q * k).sum(-1)
    scores = scores / math.sqrt(q.shape[-1])
    return scores
