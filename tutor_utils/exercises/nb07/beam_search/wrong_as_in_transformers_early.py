"""as-in-transformers"""


class BeamHypotheses:
    def __init__(self, num_beams, length_penalty, early_stopping=True):
        self.length_penalty = length_penalty
        self.early_stopping = early_stopping
        self.num_beams = num_beams
        self.beams = []
        self.worst_score = 1e9

    def __len__(self):
        return len(self.beams)

    def add(self, hyp, sum_logprobs, generated_len):
        score = sum_logprobs / (generated_len**self.length_penalty)
        if len(self) < self.num_beams or score > self.worst_score:
            self.beams.append((score, hyp))
            if len(self) > self.num_beams:
                sorted_next_scores = sorted([(s, idx) for idx, (s, _) in enumerate(self.beams)])
                del self.beams[sorted_next_scores[0][1]]
                self.worst_score = sorted_next_scores[1][0]
            else:
                self.worst_score = min(score, self.worst_score)

    def is_done(self, best_sum_logprobs, cur_len):
        if len(self) < self.num_beams:
            return False
        if self.early_stopping:
            return True
        highest = best_sum_logprobs / cur_len**self.length_penalty
        return self.worst_score >= highest


def beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty):
    if beam < 1:
        raise ValueError(f"beam must be at least 1, got beam={beam}")
    was_training = model.training
    model.eval()
    out = []
    with torch.no_grad():
        for row in src:
            memory, mask = model.encode(row.unsqueeze(0))
            hyps = BeamHypotheses(beam, length_penalty)
            live = [([bos_id], 0.0)]
            done = False
            for step in range(1, max_len + 1):
                ids = torch.tensor([t for t, _ in live], device=src.device)
                logits = model.decode(ids, memory.expand(len(live), -1, -1), mask.expand(len(live), -1, -1, -1))
                logp = logits[:, -1].log_softmax(-1)
                V = logp.shape[-1]
                scores = logp + torch.tensor([s for _, s in live], device=src.device)[:, None]
                top, index = scores.flatten().topk(min(2 * beam, scores.numel()))
                new = []
                for rank, (s, i) in enumerate(zip(top.tolist(), index.tolist())):
                    parent, token = divmod(i, V)
                    if token == eos_id:
                        if rank >= beam:
                            continue
                        hyps.add(live[parent][0] + [token], s, step)
                    else:
                        new.append((live[parent][0] + [token], s))
                    if len(new) == beam:
                        break
                if hyps.is_done(top.max().item(), step):
                    done = True
                    break
                live = new
                if not live:
                    break
            if not done:
                for tokens, s in live:
                    hyps.add(tokens, s, len(tokens) - 1)
            out.append(max(hyps.beams, key=lambda x: x[0])[1][1:])
    model.train(was_training)
    width = max(len(o) for o in out)
    return torch.tensor([o + [pad_id] * (width - len(o)) for o in out], device=src.device)
