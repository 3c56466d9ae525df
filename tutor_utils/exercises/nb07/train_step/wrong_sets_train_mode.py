"""mode-changed

Your code puts the model into training mode. Whoever calls it with a model in evaluation mode, to
leave dropout out, gets it back changed.
Try: Who decides the mode of the model: your function, or whoever calls it?
Hint: Take `model.train()` out. The loop around `train_step` calls it once.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    model.train()
    x, y = tgt[:, :-1], tgt[:, 1:]
    with torch.enable_grad():
        logits = model(src, x)
        loss = sequence_loss(logits, y, pad_id, label_smoothing=label_smoothing)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    return float(loss.detach())
