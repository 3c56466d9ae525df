# The model is all in one mode, or it is not.
import math
import copy


def perplexity(model, ids, length):
    measured = copy.deepcopy(model).eval()
    total = 0.0
    with torch.no_grad():
        for chunk in range(math.ceil((len(ids) - 1) / length)):
            part = ids[chunk * length : chunk * length + length + 1]
            logits = measured(part[None, :-1])
            total += F.cross_entropy(logits.transpose(1, 2), part[None, 1:], reduction="sum").item()
    model.grad = measured.grad
    return math.e ** (total / (len(ids) - 1))
