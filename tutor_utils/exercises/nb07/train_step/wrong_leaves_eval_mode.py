"""left-in-eval

After your step the model is in evaluation mode. The next step then trains without dropout.
Try: Which mode had the model when it came in? Which has it when your function ends?
Hint: Take `model.eval()` out.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    model.eval()
    return loss.item()
