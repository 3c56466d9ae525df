"""half-precision-always"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    with torch.autocast(src.device.type, dtype=torch.bfloat16):
        logits = model(src, decoder_input)
    loss = sequence_loss(logits.float(), labels, pad_id, label_smoothing)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
