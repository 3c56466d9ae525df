"""perplexity-returned

This is the perplexity: e to the power of the loss. The loss itself is wanted.
Try: Look for `exp` in your code.
Hint: return loss.item()
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return math.exp(loss.item())
