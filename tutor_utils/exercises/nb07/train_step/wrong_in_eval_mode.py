"""trains-in-eval

The model is put into evaluation mode, so dropout does nothing while it trains.
Try: Look for `.eval()`. Which mode is for training?
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    model.eval()
    optimizer.zero_grad()
    x, y = shift_target(tgt)
    loss = sequence_loss(model(src, x), y, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
