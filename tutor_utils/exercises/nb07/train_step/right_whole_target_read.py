def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    optimizer.zero_grad()
    logits = model(src, tgt)[:, :-1]
    loss = sequence_loss(logits, tgt[:, 1:], pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
