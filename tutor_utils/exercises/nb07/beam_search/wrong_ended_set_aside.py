"""ended-set-aside

Hypotheses that have ended leave your beam, and worse ones take their places. Many libraries do so;
here they stay, and compete with the others for the same `beam` places.
Try: One of two kept hypotheses has ended. How many may go on in the next step?
Hint: Rank the ended ones together with all new ways to go on, and keep the best `beam`.
"""


def beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty):
    if beam < 1:
        raise ValueError(f"beam must be at least 1, not {beam}")
    was = model.training
    model.eval()
    out = torch.full((len(src), max_len), pad_id)
    try:
        with torch.inference_mode():
            memory, mask = model.encode(src)
            for b in range(len(src)):
                live, totals, pool = torch.tensor([[bos_id]]), torch.zeros(1), []
                for step in range(1, max_len + 1):
                    n = len(live)
                    logits = model.decode(live, memory[b : b + 1].expand(n, -1, -1), mask[b : b + 1].expand(n, -1, -1, -1))
                    ways = totals[:, None] + F.log_softmax(logits[:, -1], dim=-1)  # (n, V)
                    norm = ((5 + step) / 6) ** length_penalty
                    for i in range(n):
                        pool.append((float(ways[i, eos_id]) / norm, live[i, 1:].tolist() + [eos_id]))
                    ways[:, eos_id] = -float("inf")
                    best = ways.flatten().topk(min(beam, ways.numel()))
                    parent = best.indices // ways.shape[1]
                    live = torch.cat([live[parent], (best.indices % ways.shape[1])[:, None]], dim=1)
                    totals = best.values
                for total, tokens in zip(totals.tolist(), live[:, 1:].tolist()):
                    pool.append((total / norm, tokens))
                tokens = max(pool)[1]
                out[b, : len(tokens)] = torch.tensor(tokens)
    finally:
        model.train(was)
    return out.clone()
