"""source-as-labels

You compare with the source and not with the target. In the copy task they are the same; in every
other task they are not.
Try: Where do your labels come from?
Hint: Both the decoder input and the labels are made from tgt.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, src, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
