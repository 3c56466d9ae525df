"""trains-in-eval

The model is put into evaluation mode, so dropout does nothing while it trains.
Try: Look for `.eval()`. Which mode is for training?
Seen: https://github.com/webis-de/small-text/issues/40
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    model.eval()
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
