# A hypothesis is an object; forward instead of encode and decode.
class Hypothesis:
    def __init__(self, tokens, total, ended):
        self.tokens, self.total, self.ended = tokens, total, ended

    def score(self, length_penalty):
        return self.total / ((5 + len(self.tokens)) / 6) ** length_penalty

    def children(self, log_p, eos_id):
        return [
            Hypothesis(self.tokens + (i,), self.total + p, i == eos_id) for i, p in enumerate(log_p)
        ]


def beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty):
    if not beam >= 1:
        raise ValueError(f"beam={beam}")
    was_training = model.training
    model.eval()
    answers = []
    with torch.no_grad():
        for s in src:
            beams = [Hypothesis((), 0.0, False)]
            for _ in range(max_len):
                live = [h for h in beams if not h.ended]
                if not live:
                    break
                tgt = torch.tensor([(bos_id, *h.tokens) for h in live], device=src.device)
                log_p = model(s.expand(len(live), -1), tgt)[:, -1].log_softmax(-1).tolist()
                pool = [h for h in beams if h.ended]
                for h, p in zip(live, log_p):
                    pool += h.children(p, eos_id)
                pool.sort(key=lambda h: h.score(length_penalty))
                beams = pool[-beam:]
            answers.append(list(beams[-1].tokens))
    model.train(was_training)
    out = torch.full((len(src), max_len), pad_id, device=src.device)
    for row, tokens in zip(out, answers):
        row[: len(tokens)] = torch.tensor(tokens, device=src.device)
    return out
