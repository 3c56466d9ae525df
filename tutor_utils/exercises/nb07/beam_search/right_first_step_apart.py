# The first step chooses the first tokens; lengths are read off the tokens.
@torch.no_grad()
def beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty):
    if beam < 1:
        raise ValueError(f"{beam=} must be positive")
    mode = model.training
    model.eval()
    memory, mask = model.encode(src)
    B = len(src)
    start = model.decode(torch.full((B, 1), bos_id, device=src.device), memory, mask)[:, -1].log_softmax(-1)
    V = start.shape[-1]
    k = min(beam, V)
    total, token = start.topk(k)  # (B, k)
    said = token[..., None]  # (B, k, 1)
    for step in range(1, max_len):
        done = (said == eos_id).any(-1)
        if done.all():
            break
        k = said.shape[1]
        rows = torch.arange(B, device=src.device).repeat_interleave(k)
        prefix = torch.cat([torch.full((B * k, 1), bos_id, device=src.device), said.reshape(B * k, -1)], 1)
        log_p = model.decode(prefix, memory[rows], mask[rows])[:, -1].log_softmax(-1).view(B, k, V)
        wait = torch.full((V,), -math.inf, device=src.device)
        wait[pad_id] = 0.0
        log_p = torch.where(done[..., None], wait, log_p)
        ways = total[..., None] + log_p
        eos_at = (said == eos_id).int().argmax(-1)
        length = torch.where(done, eos_at + 1, step + 1)[..., None]
        best = (ways / ((5 + length) / 6) ** length_penalty).view(B, -1)
        index = best.topk(min(beam, best.shape[1])).indices
        total = ways.view(B, -1).gather(1, index)
        parent = (index // V)[..., None].expand(-1, -1, said.shape[-1])
        said = torch.cat([said.gather(1, parent), (index % V)[..., None]], -1)
    is_eos = said == eos_id
    length = torch.where(is_eos.any(-1), is_eos.int().argmax(-1) + 1, said.shape[-1])
    best = (total / ((5 + length) / 6) ** length_penalty).argmax(1)
    model.train(mode)
    return said[torch.arange(B, device=src.device), best]
