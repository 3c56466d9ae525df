"""half-precision-always

Your step runs the model under autocast: products are rounded to three digits, though the model is
in float32. Whoever calls you decides that.
Try: Compare the loss of your step with `sequence_loss` of the model's own logits.
Hint: Leave `torch.autocast` out. A caller who wants it puts it round `train_step`.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    with torch.autocast(src.device.type, dtype=torch.bfloat16):
        logits = model(src, decoder_input)
        loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
