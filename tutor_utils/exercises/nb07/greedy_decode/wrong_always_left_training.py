"""mode-not-restored"""


@torch.no_grad()
def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    model.eval()
    try:
        memory, src_mask = model.encode(src)
        B = src.size(0)
        tgt = torch.full((B, 1), bos_id, dtype=torch.long, device=src.device)
        finished = torch.zeros(B, dtype=torch.bool, device=src.device)
        for _ in range(max_len):
            logits = model.decode(tgt, memory, src_mask)
            next_ids = logits[:, -1].argmax(dim=-1)
            next_ids = next_ids.masked_fill(finished, pad_id)
            tgt = torch.cat([tgt, next_ids.unsqueeze(1)], dim=1)
            finished = finished | (next_ids == eos_id)
            if finished.all():
                break
    finally:
        model.train()
    return tgt[:, 1:]
