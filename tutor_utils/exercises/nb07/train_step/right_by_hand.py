def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    logits = model(src, tgt[:, :-1])
    labels = tgt[:, 1:]
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad_id, label_smoothing=label_smoothing)
    model.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach().cpu().item()
