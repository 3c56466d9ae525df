"""output-scaled-twice

Your weights are right, and the output is mixed with others: there the scores are divided by √d_k twice.
`F.scaled_dot_product_attention` divides by it too, so it takes the query as it came.
Try: What does `weights @ v` give with the weights that you return?
Hint: `output = weights @ v`
"""


def attend(q, k, v):
    q = q / math.sqrt(q.shape[-1])
    weights = (q @ k.transpose(-2, -1)).softmax(dim=-1)
    output = F.scaled_dot_product_attention(q, k, v)
    return output, weights
