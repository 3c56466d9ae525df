"""changes-its-argument"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    optimizer.zero_grad()
    logits = model(src, tgt[:, :-1].clone())
    labels = tgt[:, 1:]
    labels[labels == pad_id] = -100
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), label_smoothing=label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
