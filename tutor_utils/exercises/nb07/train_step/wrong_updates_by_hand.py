"""update-by-hand

The parameters move by the plain gradient times the rate. The optimizer that came in does more: what
it remembers, such as its momentum, takes part in a step.
Try: Who makes the update in your code: a line of yours, a new optimizer, or the one that came in?
Hint: optimizer.step()
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= optimizer.param_groups[0]["lr"] * parameter.grad
    return loss.item()
