"""count-not-share"""


def exact_match(predicted, labels, eos_id, pad_id):
    return (predicted == labels).all(dim=1).float().sum().item()
