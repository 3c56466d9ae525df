# --- list_of_tuples
# One row after the other, hypotheses in a Python list, as the definition says.
@torch.no_grad()
def beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty):
    if beam < 1:
        raise ValueError(f"beam={beam}, but at least one hypothesis must stay")
    mode = model.training
    model.eval()

    def score(hypothesis):
        tokens, total = hypothesis
        return total / ((5 + len(tokens)) / 6) ** length_penalty

    rows = []
    for one in src:
        memory, mask = model.encode(one[None])
        kept = [([], 0.0)]
        for _ in range(max_len):
            ways = []
            for tokens, total in kept:
                if eos_id in tokens:
                    ways.append((tokens, total))
                    continue
                ids = torch.tensor([[bos_id] + tokens], device=src.device)
                log_p = model.decode(ids, memory, mask)[0, -1].log_softmax(-1)
                ways += [(tokens + [i], total + p) for i, p in enumerate(log_p.tolist())]
            kept = sorted(ways, key=score, reverse=True)[:beam]
            if all(eos_id in tokens for tokens, _ in kept):
                break
        rows.append(max(kept, key=score)[0])
    model.train(mode)
    width = max(map(len, rows))
    return torch.tensor([r + [pad_id] * (width - len(r)) for r in rows], device=src.device)


# --- usual
def beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty):
    if beam < 1:
        raise ValueError(f"beam={beam} must be at least 1")
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = (x.repeat_interleave(beam, dim=0) for x in model.encode(src))
        said = torch.full((len(memory), 1), bos_id, device=src.device)  # (B*beam, 1)
        total = torch.full((len(src), beam), -math.inf, device=src.device)
        total[:, 0] = 0.0  # one hypothesis to begin with
        length = torch.zeros_like(total)
        ended = torch.zeros_like(total, dtype=torch.bool)
        first = torch.arange(len(src), device=src.device)[:, None] * beam  # of each row
        for step in range(1, max_len + 1):
            logits = model.decode(said, memory, src_mask)[:, -1]  # (B*beam, V)
            log_p = logits.log_softmax(dim=-1).view(len(src), beam, -1)
            log_p = log_p.masked_fill(ended[..., None], -math.inf)
            log_p[..., pad_id].masked_fill_(ended, 0.0)  # what ended waits, at no cost
            sums = total[..., None] + log_p  # (B, beam, V)
            lengths = torch.where(ended, length, step)
            penalty = ((5 + lengths) / 6) ** length_penalty
            best = (sums / penalty[..., None]).flatten(1).topk(beam).indices  # (B, beam)
            parent, token = best // log_p.shape[-1], best % log_p.shape[-1]
            total, length = sums.flatten(1).gather(1, best), lengths.gather(1, parent)
            ended = ended.gather(1, parent) | (token == eos_id)
            said = torch.cat([said[(first + parent).flatten()], token.view(-1, 1)], dim=1)
            if ended.all():
                break
    model.train(was_training)
    return said.view(len(src), beam, -1)[:, 0, 1:]
