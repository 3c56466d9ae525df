"""tokens-not-rows"""


def exact_match(predicted, labels, eos_id, pad_id):
    missing = max(0, labels.shape[1] - predicted.shape[1])
    predicted = F.pad(predicted, (0, missing), value=pad_id)[:, : labels.shape[1]]
    real = labels != pad_id
    return (predicted == labels)[real].double().mean().item()
