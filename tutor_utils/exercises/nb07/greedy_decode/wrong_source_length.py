"""stops-at-the-source-length

Your loop makes as many steps as the source has tokens. An answer may be longer than its source: eos
and max_len say when to stop.
Try: How many steps can your loop make, and which number says so?
Hint: `for _ in range(max_len):`
"""


def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = model.encode(src)
        out = torch.full((src.shape[0], 1), bos_id, device=src.device)
        done = torch.zeros(src.shape[0], dtype=torch.bool, device=src.device)
        for _ in range(src.shape[1]):
            logits = model.decode(out, memory, src_mask)
            token = logits[:, -1].argmax(-1)
            token = token.masked_fill(done, pad_id)
            out = torch.cat([out, token[:, None]], dim=1)
            done = done | (token == eos_id)
            if done.all(): break
    model.train(was_training)
    return out[:, 1:]
