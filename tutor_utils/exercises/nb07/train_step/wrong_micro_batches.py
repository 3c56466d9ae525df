"""mean-of-micro-batches

You cut the batch into pieces and take the mean of their losses. The pieces hold different numbers of
tokens, so a token in a short piece counts for more.
Try: One piece holds 2 tokens and the other 6. How much does each token count?
Hint: Run the whole batch in one call.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    optimizer.zero_grad()
    total = 0.0
    for source, target in zip(src.chunk(2), tgt.chunk(2)):
        decoder_input, labels = shift_target(target)
        loss = sequence_loss(model(source, decoder_input), labels, pad_id, label_smoothing) / 2
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
