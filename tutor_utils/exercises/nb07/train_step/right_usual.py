def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    optimizer.zero_grad()
    inp, labels = shift_target(tgt)
    loss = sequence_loss(model(src, inp), labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
