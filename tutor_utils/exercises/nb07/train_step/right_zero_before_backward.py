def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    inp, labels = shift_target(tgt)
    loss = sequence_loss(model(src, inp), labels, pad_id, label_smoothing)
    optimizer.zero_grad(set_to_none=False)
    loss.backward()
    optimizer.step()
    return float(loss)
