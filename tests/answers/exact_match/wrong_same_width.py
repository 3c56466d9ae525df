# diagnosis: widths-must-agree
def exact_match(predicted, labels, eos_id, pad_id):
    right = (predicted == labels) | (labels == pad_id)
    return right.all(1).float().mean().item()
