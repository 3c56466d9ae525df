def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train(True)
    history, step = [], 0
    try:
        for batch in batches:
            step += 1
            for g in optimizer.param_groups:
                g["lr"] = rate(step)
            src, tgt = batch
            decoder_input, labels = tgt[:, :-1], tgt[:, 1:]
            loss = sequence_loss(model(src, decoder_input), labels, pad_id, label_smoothing)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            history.append(loss.item())
    except KeyboardInterrupt:
        return history
    return history
