"""as-in-transformers"""

import heapq


def beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty):
    if beam < 1:
        raise ValueError(f"beam must be at least 1, got beam={beam}")
    was_training = model.training
    model.eval()
    out = []
    with torch.no_grad():
        for row in src:
            memory, mask = model.encode(row.unsqueeze(0))
            finished = []
            live = [([bos_id], 0.0)]
            for step in range(1, max_len + 1):
                ids = torch.tensor([t for t, _ in live], device=src.device)
                logits = model.decode(ids, memory.expand(len(live), -1, -1), mask.expand(len(live), -1, -1, -1))
                logp = logits[:, -1].log_softmax(-1).tolist()
                ways = [(t + [i], s + p) for (t, s), ps in zip(live, logp) for i, p in enumerate(ps)]
                ways.sort(key=lambda w: -w[1])
                live = []
                for tokens, s in ways:
                    if tokens[-1] == eos_id:
                        heapq.heappush(finished, (s / len(tokens[1:]) ** length_penalty, tokens))
                    else:
                        live.append((tokens, s))
                    if len(live) == beam:
                        break
                if len(finished) >= beam:
                    break
            if not finished:
                finished = [(s / len(t[1:]) ** length_penalty, t) for t, s in live]
            out.append(max(finished)[1][1:])
    model.train(was_training)
    width = max(len(o) for o in out)
    return torch.tensor([o + [pad_id] * (width - len(o)) for o in out], device=src.device)
