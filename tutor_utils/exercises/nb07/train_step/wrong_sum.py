"""summed-not-averaged

This is the sum over the labels. A larger batch then takes larger steps.
Try: Should a batch of twice the size have twice the loss?
Hint: sequence_loss takes the mean.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad_id, label_smoothing=label_smoothing, reduction="sum")
    loss.backward()
    optimizer.step()
    return loss.item()
