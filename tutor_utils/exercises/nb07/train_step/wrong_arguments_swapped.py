"""arguments-swapped

The model gets the target as its source, and the source as its target.
Try: In which order does the model take its two arguments?
Hint: model(src, decoder_input)
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(decoder_input, src)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
