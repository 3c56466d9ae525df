"""target-not-shifted"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    optimizer.zero_grad()
    logits = model(src, tgt)
    loss = sequence_loss(logits, tgt, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
