"""ended-rows-not-remembered"""


def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    model.eval()
    memory, src_mask = model.encode(src)
    out = torch.full((src.shape[0], 1), bos_id)
    for _ in range(max_len):
        token = model.decode(out, memory, src_mask)[:, -1].argmax(-1)
        out = torch.cat([out, token[:, None]], dim=1)
        if (token == eos_id).all():
            break
    return out[:, 1:]
