"""changes-its-argument"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            optimizer.zero_grad()
            logits = model(src, tgt[:, :-1].clone())
            labels = tgt[:, 1:]
            labels[labels == pad_id] = -100
            loss = F.cross_entropy(
                logits.flatten(0, 1), labels.flatten(), label_smoothing=label_smoothing
            )
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    except KeyboardInterrupt:
        pass
    return losses
