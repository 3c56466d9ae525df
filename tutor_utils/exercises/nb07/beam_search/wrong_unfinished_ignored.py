"""unfinished-ignored

Only ended hypotheses can win in your search. One that max_len cuts off counts with what it has.
Try: What happens to a hypothesis that is still going after max_len steps?
"""


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
        ended = [h for h in kept if eos_id in h[0]]
        rows.append(max(ended or kept, key=score)[0])
    model.train(mode)
    width = max(map(len, rows))
    return torch.tensor([r + [pad_id] * (width - len(r)) for r in rows], device=src.device)
