# diagnosis: target-not-shifted
def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    optimizer.zero_grad()
    labels = tgt[:, 1:]
    loss = sequence_loss(model(src, labels), labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
