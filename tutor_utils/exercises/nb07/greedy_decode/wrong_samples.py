"""draws-the-token

Your code draws the next token by its probability. Greedy decoding takes the likeliest one, so two
calls give the same.
Try: Call it twice with a model that is unsure. Do you get one answer or two?
Hint: `logits[:, -1].argmax(dim=-1)`
"""


def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = model.encode(src)
        out = torch.full((src.shape[0], 1), bos_id, device=src.device)
        done = torch.zeros(src.shape[0], dtype=torch.bool, device=src.device)
        for _ in range(max_len):
            logits = model.decode(out, memory, src_mask)
            token = logits[:, -1].softmax(-1).multinomial(1)[:, 0]
            token = token.masked_fill(done, pad_id)
            out = torch.cat([out, token[:, None]], dim=1)
            done = done | (token == eos_id)
            if done.all(): break
    model.train(was_training)
    return out[:, 1:]
