"""no-update

No batch is trained: the model is as it was.
Try: Which function makes one update? Is it called for every batch?
Hint: train_step(model, src, tgt, optimizer, pad_id, label_smoothing)
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            decoder_input, labels = shift_target(tgt)
            losses.append(sequence_loss(model(src, decoder_input), labels, pad_id, label_smoothing).item())
    except KeyboardInterrupt:
        pass
    return losses
