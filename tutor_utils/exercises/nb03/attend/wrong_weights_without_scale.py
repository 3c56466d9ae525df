"""weights-of-other-scores

Your output is right, and your weights are not those that made it: they come from scores that were not
divided by √d_k.
Try: What does `weights @ v` give with the weights that you return?
Hint: Return the weights that the output was made with: the softmax of the scaled scores.
"""


def attend(q, k, v):
    output = F.scaled_dot_product_attention(q, k, v)
    weights = (q @ k.transpose(-2, -1)).softmax(dim=-1)
    return output, weights
