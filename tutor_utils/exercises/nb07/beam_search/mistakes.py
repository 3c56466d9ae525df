"""What goes wrong in `beam_search`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "beam-ignored",
    edit("usual", {"total[:, 0]": "total[:]"}),
    code("""
        def beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty):
            if beam < 1:
                raise ValueError(f"beam={beam} must be at least 1")
            was_training = model.training
            model.eval()
            with torch.no_grad():
                memory, src_mask = model.encode(src)
                out = torch.full((src.shape[0], 1), bos_id, device=src.device)
                done = torch.zeros(src.shape[0], dtype=torch.bool, device=src.device)
                for _ in range(max_len):
                    logits = model.decode(out, memory, src_mask)
                    token = logits[:, -1].argmax(-1)
                    token = token.masked_fill(done, pad_id)
                    out = torch.cat([out, token[:, None]], dim=1)
                    done = done | (token == eos_id)
                    if done.all(): break
            model.train(was_training)
            return out[:, 1:]
    """),
    means="""This is what greedy decoding says. A token that looks worse now may lead to a better
    whole.""",
    try_next="How many different hypotheses of one row go from one step to the next?",
    hint="""Keep `beam` hypotheses for each row, each with a sum of its own. If you begin with
    `beam` copies, let one live: the others begin at -inf.""",
    seen="https://github.com/facebookresearch/ParlAI/issues/2007",
)

mistakes.add(
    "as-in-transformers",
    code("""
        class BeamHypotheses:
            def __init__(self, num_beams, length_penalty, early_stopping=False):
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
    """),
    means="""Two things are as in the library `transformers`, and not as in the contract.
    Hypotheses that have ended leave your beam for a list of their own, and sums are divided by
    length ** length_penalty.""",
    try_next="Who competes for the `beam` places in each step, and by what is a sum divided?",
    hint="Rank ended and live ones together, by sum / ((5 + length) / 6) ** length_penalty.",
    seen="https://github.com/huggingface/transformers/issues/16930",
)

mistakes.add(
    "bos-counted",
    edit("usual", {"5 + lengths": "6 + lengths"}),
    means="""Your length, or the 5 that is added to it, is one too large, as if bos counted.
    Nobody said bos: it was the start signal.""",
    try_next="""The hypothesis `5 7 eos`: what is its length in your code, and what do you add to
    it?""",
)

mistakes.add(
    "divided-by-length",
    edit("usual", {"((5 + lengths) / 6)": "lengths"}),
    means="""You divide by length ** length_penalty. The contract's penalty is gentler: ((5 +
    length) / 6) ** length_penalty.""",
    try_next="Work out both for length 1: one of them is 1.",
)

mistakes.add(
    "penalty-ignored",
    edit("usual", {"where(ended, length, step)": "full_like(length, step)"}),
    edit("usual", {"/ penalty[..., None]": ""}),
    means="""The penalty changes no order here: the sums are compared as they are, or all are
    divided by one number. Each further token makes a sum smaller, so short answers win.""",
    try_next="""By what do you divide the sum of a hypothesis that ended at step 1, and by what
    one of step 4?""",
    hint="""Divide each sum by ((5 + length) / 6) ** length_penalty of its own length before you
    compare.""",
    seen="https://github.com/jarobyte91/pytorch_beam_search/issues/5",
)

mistakes.add(
    "ended-set-aside",
    code("""
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
    """),
    code("""
        def beam_search(
            model: nn.Module,
            src: Tensor,
            beam: int,
            max_len: int,
            bos_id: int,
            eos_id: int,
            pad_id: int,
            length_penalty: float,
        ) -> Tensor:
            if beam < 1:
                raise ValueError(f"beam has to be at least 1 and not beam={beam}")

            def norm(total: float, length: int) -> float:
                return total / ((5 + length) / 6) ** length_penalty

            was_training = model.training
            model.eval()
            answers = []
            with torch.no_grad():
                memory, src_mask = model.encode(src)
                for b in range(len(src)):
                    running = [(0.0, [])]
                    finished = []
                    for _ in range(max_len):
                        n = len(running)
                        tgt = torch.tensor([[bos_id, *ids] for _, ids in running], device=src.device)
                        logits = model.decode(
                            tgt,
                            memory[b : b + 1].expand(n, *memory.shape[1:]),
                            src_mask[b : b + 1].expand(n, *src_mask.shape[1:]),
                        )
                        log_p = logits[:, -1].log_softmax(dim=-1)
                        log_p = log_p + torch.tensor([[s] for s, _ in running], device=log_p.device)
                        # 2 * beam, so that at least beam of them are not eos
                        best = log_p.flatten().topk(min(2 * beam, log_p.numel()))
                        going_on = []
                        for rank, flat in enumerate(best.indices.tolist()):
                            total = best.values[rank].item()
                            row, token = divmod(flat, log_p.shape[1])
                            ids = [*running[row][1], token]
                            if token == eos_id:
                                if rank < beam:
                                    finished.append((norm(total, len(ids)), ids))
                            elif len(going_on) < beam:
                                going_on.append((total, ids))
                        running = going_on
                        if len(finished) >= beam or not running:
                            break
                    else:
                        finished += [(norm(total, len(ids)), ids) for total, ids in running]
                    answers.append(max(finished)[1] if finished else running[0][1])
            model.train(was_training)
            width = max(map(len, answers))
            out = torch.full((len(src), width), pad_id, dtype=torch.long, device=src.device)
            for b, ids in enumerate(answers):
                out[b, : len(ids)] = torch.tensor(ids, dtype=torch.long)
            return out
    """),
    means="""Hypotheses that have ended leave your beam, and worse ones take their places. Many
    libraries do so; here they stay, and compete with the others for the same `beam` places.""",
    try_next="One of two kept hypotheses has ended. How many may go on in the next step?",
    hint="Rank the ended ones together with all new ways to go on, and keep the best `beam`.",
)

mistakes.add(
    "eos-dropped",
    edit("usual", {
        """
            return said.view(len(src), beam, -1)[:, 0, 1:]
        """: """
            best = said.view(len(src), beam, -1)[:, 0, 1:]
            return best.masked_fill(best == eos_id, pad_id)
        """,
    }),
)

mistakes.add(
    "eos-not-counted",
    edit("usual", {
        """
            lengths = torch.where(ended, length, step)
        """: """
            lengths = torch.where(ended, length, step)
            lengths = lengths[..., None].expand_as(sums).clone()
            lengths[..., eos_id] -= 1
        """,
        "penalty[..., None]": "penalty",
        "lengths.gather(1, parent)": "lengths.flatten(1).gather(1, best)",
    }),
    means="""Your length leaves eos out. The contract counts every token that was said, eos among
    them.""",
    try_next="The hypothesis `5 7 eos`: what is its length in your code?",
)

mistakes.add(
    "finished-dropped",
    edit("usual", {
        "log_p[..., pad_id].masked_fill_(ended, 0.0)  # what ended waits, at no cost":
            "log_p = log_p.masked_fill(ended[..., None] & ~ended.all(1)[:, None, None], -1e9)",
    }),
    means="A hypothesis that ended is lost in the next step: it should keep its score and wait.",
    try_next="Where are ended hypotheses while the others go on?",
    hint="Give an ended one a single way on: pad, at log-probability 0.",
)

mistakes.add(
    "finished-multiplied",
    edit("usual", {"log_p = log_p.masked_fill(ended[..., None], -math.inf)": ""}),
    means="""An ended hypothesis has several ways on in your search: with each id behind its eos.
    They fill the beam with copies of one answer.""",
    try_next="How many ways on has a hypothesis that has said eos?",
    hint="Set all its log-probabilities to -inf, and that of pad to 0.",
)

mistakes.add(
    "decodes-with-gradients",
    edit("usual", {".no_grad": ".enable_grad"}),
)

mistakes.add(
    "bos-kept",
    edit("usual", {":, 0, 1:": ":, 0"}),
)

mistakes.add(
    "last-returned",
    edit("usual", {":, 0, 1:": ":, -1, 1:"}),
    means="You return the worst of the kept hypotheses.",
    try_next="""In which order do the kept hypotheses stand in your code, and which one do you
    return?""",
    hint="`topk` puts the largest first: take index 0.",
)

mistakes.add(
    "length-too-small",
    edit("usual", {"5 + lengths": "4 + lengths"}),
    means="""Your length, or the 5 that is added to it, is one too small: after the first step a
    hypothesis has one token, and not none.""",
    try_next="""Print the length that you use for a hypothesis of two tokens, and what you add to
    it.""",
)

mistakes.add(
    "lengths-not-reordered",
    edit("usual", {"lengths.gather(1, parent)": "lengths"}),
    means="After topk the lengths stay in their places, while the hypotheses moved.",
    try_next="""Which of your tensors belong to a hypothesis, and which of them do you reorder by
    the parent?""",
    hint="`length = length.gather(1, parent)`",
)

mistakes.add(
    "logits-summed",
    edit("usual", {".log_softmax(dim=-1)": ""}),
    means="""You add up logits. They are no log-probabilities: a step with large logits then
    counts more than others.""",
    try_next="Which function turns logits into log-probabilities?",
    hint="`logits.log_softmax(dim=-1)`",
)

mistakes.add(
    "ranked-by-the-mean",
    edit("usual", {"penalty = ((5 + lengths) / 6) ** length_penalty": "penalty = lengths"}),
    means="""You divide by the length itself, whatever `length_penalty` says. The contract's
    penalty is ((5 + length) / 6) ** length_penalty.""",
    try_next="Work out both for length 1 and for length 7.",
)

mistakes.add(
    "mode-not-restored",
    edit("usual", {"model.train(was_training)": ""}),
)

mistakes.add(
    "penalty-multiplied",
    edit("usual", {"/ penalty": "* penalty"}),
    means="""You multiply by the penalty. A sum of log-probabilities is negative: multiplied, a
    long one looks even worse.""",
    try_next="Is the penalty above or below the line of the fraction?",
)

mistakes.add(
    "prefixes-not-reordered",
    edit("usual", {"[(first + parent).flatten()]": ""}),
    means="""The new tokens were put behind prefixes that they do not belong to. After topk, place
    0 may continue what was place 2.""",
    try_next="Which hypothesis is the parent of each new one? Do its tokens move with it?",
    hint="`said = said[parent]` before the new tokens are appended.",
)

mistakes.add(
    "too-short",
    edit("usual", {"max_len + 1": "max_len"}),
)

mistakes.add(
    "too-long",
    edit("usual", {"max_len + 1": "max_len + 2"}),
)

mistakes.add(
    "pad-fixed",
    edit("usual", {", pad_id": ", 0"}),
)

mistakes.add(
    "penalty-only-at-the-end",
    edit("usual", {
        "(sums / penalty[..., None])": "sums",
        """
            return said.view(len(src), beam, -1)[:, 0, 1:]
        """: """
            winner = (total / ((5 + length) / 6) ** length_penalty).argmax(dim=1)
            return said.view(len(src), beam, -1)[torch.arange(len(src)), winner, 1:]
        """,
    }),
    means="""In each step you rank by the plain sums, and the penalty comes in only at the end. By
    then a long hypothesis that would have won may be gone.""",
    try_next="By which number do you choose the `beam` that stay, and by which the answer?",
    hint="Divide by the penalty before `topk`, in each step.",
)

mistakes.add(
    "power-forgotten",
    edit("usual", {"((5 + lengths) / 6) ** length_penalty": "(5 + lengths) / 6"}),
    means="""You divide by (5 + length) / 6 and forget the exponent. With length_penalty 0 nothing
    should be divided.""",
    try_next="Where does `length_penalty` go in your code?",
    hint="((5 + length) / 6) ** length_penalty",
)

mistakes.add(
    "probabilities-summed",
    edit("usual", {"log_softmax": "softmax"}),
    means="""You add up probabilities. The probability of a sequence is their product, and its
    logarithm is the sum of their logarithms.""",
    try_next="Two tokens have probability 0.5 each. What does your code give for both together?",
    hint="`logits.log_softmax(dim=-1)`",
)

mistakes.add(
    "rows-mixed",
    edit("usual", {"repeat_interleave(beam, dim=0)": "repeat(beam, *[1] * (x.dim() - 1))"}),
    means="A hypothesis was continued beside the source of another row.",
    try_next="In which order do the copies of the memory lie, and in which the hypotheses?",
    hint="""Copies of one row must lie side by side: `repeat_interleave(beam, dim=0)`, and not
    `repeat`.""",
    seen="https://github.com/lsdefine/attention-is-all-you-need-keras/issues/36",
)

mistakes.add(
    "score-carried-on",
    edit("usual", {
        """
            total, length = sums.flatten(1).gather(1, best), lengths.gather(1, parent)
        """: """
            total = (sums / penalty[..., None]).flatten(1).gather(1, best)
            length = lengths.gather(1, parent)
        """,
    }),
    means="""The divided score goes into the next step as if it were the sum, and is divided again
    there.""",
    try_next="""Which of the two do you keep for the next step: the sum, or the sum divided by the
    penalty?""",
    hint="Use the score for `topk` alone. Keep the plain sums of what was chosen.",
)

mistakes.add(
    "source-mask-lost",
    edit("usual", {", memory, src_mask": ", memory"}),
)

mistakes.add(
    "stops-at-first-eos",
    edit("usual", {"if ended": "if ended.any(dim=1)"}),
    means="""The search stops when the first hypothesis ends. One that is still going may end with
    a better score.""",
    try_next="Which hypotheses may still win when the first one says eos?",
    hint="Go on until all kept hypotheses have ended, or max_len is reached.",
)

mistakes.add(
    "stops-when-the-best-has-ended",
    edit("usual", {"if ended": "if ended[:, 0]"}),
    means="""The search stops when the best hypothesis has ended. Another one that is still going
    may end with a better score, since the penalty favours long ones.""",
    try_next="The best of three has ended. Can one of the other two still overtake it?",
    hint="Go on until all kept hypotheses have ended, or max_len is reached.",
    seen="https://github.com/joeynmt/joeynmt/issues/148",
)

mistakes.add(
    "decodes-in-train-mode",
    edit("usual", {"model.eval()": ""}),
)

mistakes.add(
    "few-continuations",
    edit("list_of_tuples", {
        """
            ways += [(tokens + [i], total + p) for i, p in enumerate(log_p.tolist())]
        """: """
            likeliest = log_p.topk(2)
            ways += [(tokens + [int(i)], total + float(p)) for p, i in zip(*likeliest)]
        """,
    }),
    means="""Of each hypothesis you look at a fixed number of ways to go on. The best `beam` may
    all come from one parent, so each needs all its ways, or at least `beam` of them.""",
    try_next="In the first step there is one hypothesis. How many come out of it?",
    hint="Rank all `beam * V` ways to go on at once.",
)

mistakes.add(
    "unfinished-ignored",
    edit("list_of_tuples", {
        """
            rows.append(max(kept, key=score)[0])
        """: """
            ended = [h for h in kept if eos_id in h[0]]
            rows.append(max(ended or kept, key=score)[0])
        """,
    }),
    means="""Only ended hypotheses can win in your search. One that max_len cuts off counts with
    what it has.""",
    try_next="What happens to a hypothesis that is still going after max_len steps?",
)
