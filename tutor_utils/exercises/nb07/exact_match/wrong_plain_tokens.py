"""tokens-not-rows"""


def exact_match(predicted, labels, eos_id, pad_id):
    return (predicted == labels).float().mean().item()
