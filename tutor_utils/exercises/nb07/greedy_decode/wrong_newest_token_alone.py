"""newest-token-alone

The decoder is fed with the newest token alone. It keeps nothing from one call to the next, so it
must read all tokens so far, bos among them.
Try: What is the width of `tgt` at step 3 in your code? It should be 4.
Hint: Append each token to one tensor, and give all of that tensor to `decode`.
Seen: https://github.com/xberg-io/xberg/issues/1210
"""


def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = model.encode(src)
        out = torch.full((src.shape[0], 1), bos_id, device=src.device)
        done = torch.zeros(src.shape[0], dtype=torch.bool, device=src.device)
        for _ in range(max_len):
            logits = model.decode(out[:, -1:], memory, src_mask)
            token = logits[:, -1].argmax(-1)
            token = token.masked_fill(done, pad_id)
            out = torch.cat([out, token[:, None]], dim=1)
            done = done | (token == eos_id)
            if done.all(): break
    model.train(was_training)
    return out[:, 1:]
