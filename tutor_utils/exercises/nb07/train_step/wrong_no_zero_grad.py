"""gradients-not-zeroed

The gradients of earlier steps were still there: `backward` adds to them. Each step then drags all
old ones along.
Try: `backward` ADDS to the gradients. What must happen before it, in every step?
Hint: The call stands before loss.backward(), in every step.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
