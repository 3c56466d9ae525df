"""ended-set-aside"""


def beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty):
    if beam <= 0:
        raise ValueError("beam=%d is too small" % beam)
    was_training = model.training
    model.eval()
    results = []
    with torch.no_grad():
        for row in src:
            memory, mask = model.encode(row.unsqueeze(0))
            live = [(0.0, [bos_id])]
            ended = []

            def penalty(length):
                return ((5 + length) / 6) ** length_penalty

            for step in range(max_len):
                batch = torch.tensor([tokens for _, tokens in live])
                logits = model.decode(batch, memory.expand(len(live), -1, -1), mask.expand(len(live), -1, -1, -1))
                log_p = torch.log(torch.softmax(logits[:, -1].double(), -1))
                candidates = []
                for (total, tokens), p in zip(live, log_p):
                    for token in range(len(p)):
                        candidates.append((total + p[token].item(), tokens + [token]))
                candidates.sort(key=lambda c: -c[0])
                ended += [c for c in candidates[: 2 * beam] if c[1][-1] == eos_id]
                live = [c for c in candidates if c[1][-1] != eos_id][:beam]
                if ended:
                    best = max(total / penalty(len(t) - 1) for total, t in ended)
                    # totals only fall, and the penalty is largest at max_len
                    if best >= live[0][0] / max(penalty(max_len), penalty(step + 2)):
                        live = []
                        break
            final = max(ended + live, key=lambda c: c[0] / penalty(len(c[1]) - 1))
            results.append(final[1][1:])
    model.train(was_training)
    longest = max(len(r) for r in results)
    return torch.tensor([r + [pad_id] * (longest - len(r)) for r in results])
