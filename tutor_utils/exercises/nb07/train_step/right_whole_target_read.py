"""whole-target-read

Your model reads the whole target, and you throw its last logits away. The decoder's input is one token
shorter: a target of max_len + 1 tokens would be refused.
Try: How many tokens has `decoder_input`, and how many does your model read?
Hint: `decoder_input, labels = shift_target(tgt)`
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    optimizer.zero_grad()
    logits = model(src, tgt)[:, :-1]
    loss = sequence_loss(logits, tgt[:, 1:], pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
