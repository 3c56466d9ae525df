"""softmax-over-queries

Your softmax runs over the queries: columns sum to 1, not rows. Each key would divide a total of 1
among the queries.
Try: Which axis do the keys stand on? Look at every `dim` of yours.
Hint: dim=-1
Seen: https://github.com/labmlai/annotated_deep_learning_paper_implementations/issues/146
"""


def attention_weights(scores):
    weights = scores.softmax(dim=-2)
    return weights
