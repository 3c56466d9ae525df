"""gradients-not-zeroed

You forget the gradients at the end of the step. What was left in them before your first step still
counts: `backward` adds to them.
Try: `backward` ADDS to the gradients. What must happen before it, in every step?
Hint: The call stands before loss.backward(), in every step.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.item()
