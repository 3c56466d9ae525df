def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    inp, labels = shift_target(tgt)
    loss = sequence_loss(model(src, inp), labels, pad_id, label_smoothing)
    parameters = list(model.parameters())
    for p, g in zip(parameters, torch.autograd.grad(loss, parameters)):
        p.grad = g
    optimizer.step()
    return loss.item()
