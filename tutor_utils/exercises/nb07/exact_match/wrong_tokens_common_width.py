"""tokens-not-rows"""


def exact_match(predicted, labels, eos_id, pad_id):
    width = min(predicted.shape[1], labels.shape[1])
    real = labels[:, :width] != pad_id
    return (predicted[:, :width] == labels[:, :width])[real].double().mean().item()
