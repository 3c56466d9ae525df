"""computes-all-again

The answer is right, but earlier tokens go through the layers again at each step. Token 100 then
costs as much as a hundred tokens.
Try: How long is what goes into a layer at step 5? It should be one token.
Hint: Only the newest token, (B, 1, d_model), goes into a layer. Earlier ones live on in keys and
values.
"""


@torch.no_grad()
def cached_greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
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
