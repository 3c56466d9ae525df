"""What goes wrong in `beam_search`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "beam-ignored",
    edit("usual", {"total[:, 0]": "total[:]"}),
    means="""This is what greedy decoding says. A token that looks worse now may lead to a better
    whole.""",
    try_next="How many different hypotheses of one row go from one step to the next?",
    hint="""Keep `beam` hypotheses for each row, each with a sum of its own. If you begin with
    `beam` copies, let one live: the others begin at -inf.""",
    source="https://github.com/facebookresearch/ParlAI/issues/2007",
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
    means="""The penalty changes no order here: the sums are compared as they are, or all are
    divided by one number. Each further token makes a sum smaller, so short answers win.""",
    try_next="""By what do you divide the sum of a hypothesis that ended at step 1, and by what
    one of step 4?""",
    hint="""Divide each sum by ((5 + length) / 6) ** length_penalty of its own length before you
    compare.""",
    source="https://github.com/jarobyte91/pytorch_beam_search/issues/5",
)

mistakes.add(
    "ended-set-aside",
    edit("list_of_tuples", {
        "kept = [([], 0.0)]": "kept, aside = [([], 0.0)], []",
        """
            if eos_id in tokens:
                ways.append((tokens, total))
                continue
        """: "",
        """
            kept = sorted(ways, key=score, reverse=True)[:beam]
            if all(eos_id in tokens for tokens, _ in kept):
                break
        """: """
            aside += [way for way in ways if eos_id in way[0]]
            going = [way for way in ways if eos_id not in way[0]]
            kept = sorted(going, key=score, reverse=True)[:beam]
        """,
        "max(kept, key": "max(aside + kept, key",
    }),
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
    means="""An ended hypothesis has several ways on in your search: with each id after its eos.
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
    "logits-summed",
    edit("usual", {".log_softmax(dim=-1)": ""}),
    means="""You add up logits. They are no log-probabilities: a step with large logits then
    counts more than others.""",
    try_next="Which function turns logits into log-probabilities?",
    hint="`logits.log_softmax(dim=-1)`",
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
    means="""The new tokens were put after prefixes that they do not belong to. After topk, place
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
    source="https://github.com/lsdefine/attention-is-all-you-need-keras/issues/36",
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
    source="https://github.com/joeynmt/joeynmt/issues/148",
)

mistakes.add(
    "decodes-in-train-mode",
    edit("usual", {"model.eval()": ""}),
)

mistakes.harmless(
    "total[:, 0] -> total[:, -1]",
    because="all copies are equal at the start, so it does not matter which of them lives",
)
mistakes.harmless(
    "torch.zeros_like(total) -> total",
    because="a length is read only after a hypothesis has ended, and then it is set",
)
mistakes.harmless(
    "logits.log_softmax(dim=-1) -> logits.log_softmax(dim=1)",
    because="two axes: the last is axis 1",
)
mistakes.harmless(
    "(5 + lengths) / 6 -> 5 + lengths",
    because="a factor common to all scores changes no order",
)
mistakes.harmless(
    "(5 + lengths) / 6 -> (5 + lengths) * 6",
    because="a factor common to all scores changes no order",
)
mistakes.harmless(
    "(5 + lengths) / 6 -> (5 + lengths) / 7",
    because="a factor common to all scores changes no order",
)
mistakes.harmless(
    "(5 + lengths) / 6 -> (5 + lengths) / 5",
    because="a factor common to all scores changes no order",
)
mistakes.harmless("if ended.all(): | break -> pass", because="it saves time and changes no answer")
mistakes.harmless(
    "torch.zeros_like(total) -> torch.ones_like(torch.zeros_like(total))",
    because="a length is read only after a hypothesis has ended, and then it is set",
)
mistakes.harmless(kind="detach", because="ids carry no gradient, and the search runs without any")
