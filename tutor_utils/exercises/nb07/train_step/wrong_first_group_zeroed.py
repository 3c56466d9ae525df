"""other-groups-not-zeroed

The old gradients of the optimizer's first parameter group are forgotten, those of the other groups
stay and are added to the new ones.
Try: Which parameters does an optimizer with two groups have?
Hint: `optimizer.zero_grad()` reaches the parameters of all groups.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    for parameter in optimizer.param_groups[0]["params"]:
        parameter.grad = None
    loss = sequence_loss(model(src, decoder_input), labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
