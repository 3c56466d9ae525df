# --- autograd_grad
def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    inp, labels = shift_target(tgt)
    loss = sequence_loss(model(src, inp), labels, pad_id, label_smoothing)
    parameters = list(model.parameters())
    for p, g in zip(parameters, torch.autograd.grad(loss, parameters)):
        p.grad = g
    optimizer.step()
    return loss.item()


# --- closure
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


# --- usual
def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    model.train()
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()


# --- whole_target_read
def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    optimizer.zero_grad()
    logits = model(src, tgt)[:, :-1]
    loss = sequence_loss(logits, tgt[:, 1:], pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
