"""loss-after-the-update

You return the loss of the model as it is after the update, and without label smoothing. The one
that you went backward from is wanted.
Try: Which loss do you go backward from, and which one do you return?
Hint: One forward pass is enough, and one loss.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    sequence_loss(model(src, decoder_input), labels, pad_id, label_smoothing).backward()
    optimizer.step()
    with torch.no_grad():
        return sequence_loss(model(src, decoder_input), labels, pad_id).item()
