"""gradients-clipped

The gradients were clipped. That changes the step, and nobody asked for it here.
Try: Look between `backward` and `step`. Did the contract ask for that?
Hint: Take the clipping out.
Seen: https://github.com/bentrevett/pytorch-seq2seq/issues/89
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()
