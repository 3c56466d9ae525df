r"""softmax-without-dim

Your softmax does not say over which axis it runs. The method then stops, and `F.softmax` guesses:
axis 1 of a table, axis 0 of three axes, axis 1 of four.
Try: Which axis do the keys stand on? Tell it to your softmax.
Hint: Give `dim=-1`.
Raises: softmax\(\) missing 1 required positional arguments: "dim"
Seen: https://github.com/jadore801120/attention-is-all-you-need-pytorch/issues/52
"""


def attention_weights(scores):
    weights = F.softmax(scores)
    return weights
