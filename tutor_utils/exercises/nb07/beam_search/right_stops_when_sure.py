# The search of a row stops when no live hypothesis can still win.
def beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty):
    if beam <= 0:
        raise ValueError("beam=%d is too small" % beam)
    was_training = model.training
    model.eval()
    results = []

    def penalty(length):
        return ((5 + length) / 6) ** length_penalty

    def score(hypothesis):
        total, tokens = hypothesis
        return total / penalty(len(tokens) - 1)

    with torch.no_grad():
        for row in src:
            memory, mask = model.encode(row.unsqueeze(0))
            live, ended = [(0.0, [bos_id])], []
            for step in range(max_len):
                batch = torch.tensor([tokens for _, tokens in live], device=src.device)
                logits = model.decode(batch, memory.expand(len(live), -1, -1), mask.expand(len(live), -1, -1, -1))
                log_p = torch.log(torch.softmax(logits[:, -1].double(), -1))
                candidates = list(ended)
                for (total, tokens), p in zip(live, log_p):
                    for token in range(len(p)):
                        candidates.append((total + p[token].item(), tokens + [token]))
                kept = sorted(candidates, key=score)[-beam:]
                ended = [c for c in kept if c[1][-1] == eos_id]
                live = [c for c in kept if c[1][-1] != eos_id]
                # totals only fall, and the penalty is largest at max_len
                hope = max((t / penalty(max_len) for t, _ in live), default=-math.inf)
                if ended and score(max(ended, key=score)) >= hope:
                    break
            results.append(max(ended + live, key=score)[1][1:])
    model.train(was_training)
    longest = max(len(r) for r in results)
    return torch.tensor([r + [pad_id] * (longest - len(r)) for r in results], device=src.device)
