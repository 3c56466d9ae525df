def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    value = []

    def closure():
        optimizer.zero_grad()
        decoder_input, labels = shift_target(tgt)
        loss = sequence_loss(model(src, decoder_input), labels, pad_id, label_smoothing)
        loss.backward()
        value.append(loss.item())
        return loss

    closure()
    optimizer.step()
    return value[0]
