@torch.no_grad()
def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    was = model.training
    model.eval()
    try:
        ys = torch.full((src.size(0), 1), bos_id, dtype=torch.long, device=src.device)
        done = torch.zeros(src.size(0), dtype=torch.bool, device=src.device)
        for _ in range(max_len):
            out = model(src, ys)[:, -1]
            nxt = out.argmax(-1)
            nxt = torch.where(done, torch.full_like(nxt, pad_id), nxt)
            ys = torch.cat([ys, nxt[:, None]], 1)
            done |= nxt.eq(eos_id)
            if done.all():
                break
        return ys[:, 1:]
    finally:
        model.train(was)
