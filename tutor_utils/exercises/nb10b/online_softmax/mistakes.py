"""What goes wrong in `online_softmax`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "sums-not-rescaled",
    edit("usual", {"total * shrink": "total", "output * shrink": "output"}),
    means="""A larger score came, and the sums of earlier blocks stayed as they were. Those powers
    were taken with another largest score, so old and new numbers do not go together.""",
    try_next="Scores 1 and 3, in blocks of 1: by what must the first power shrink?",
    hint="Multiply both sums by exp(old largest - new largest).",
)

mistakes.add(
    "only-sum-rescaled",
    edit("usual", {"output * shrink": "output"}),
    means="""The sum of the powers shrinks, the weighted values do not: they still hold the larger
    powers of earlier blocks.""",
    try_next="Which two things does a larger score change?",
    hint="`output = output * shrink + ...`.",
)

mistakes.add(
    "only-values-rescaled",
    edit("usual", {"total * shrink": "total"}),
    means="The weighted values shrink, the sum of the powers does not: you divide by too much.",
    try_next="Which two things does a larger score change?",
    hint="`total = total * shrink + ...`.",
)

mistakes.add(
    "one-maximum-for-all-rows",
    edit("usual", {"part.amax(dim=-1, keepdim=True)": "part.amax()"}),
    means="""All rows subtract the same largest score. Where the scores of a row lie far below it,
    every power of that row is 0.""",
    try_next="Two queries, one with scores near 0, one near 200: what do you subtract in each?",
    hint="`part.amax(dim=-1, keepdim=True)`.",
)

mistakes.add(
    "shrinks-the-wrong-way",
    edit("usual", {
        "(before - shift).exp()":
            "torch.where(before == -math.inf, 1.0, (shift - before).exp())",
    }),
    means="Your factor is exp(new - old): the old sums grow where they should shrink.",
    try_next="Scores 1 and 3, in blocks of 1: is the factor of the first above or below 1?",
    hint="exp(old largest - new largest).",
)

mistakes.add(
    "last-block-dropped",
    edit("usual", {"range(0, scores.shape[-1], block)": "range(0, scores.shape[-1] - block + 1, block)"}),
    means="The last block is left out where it is shorter: its keys get no weight.",
    try_next="How many blocks of 2 do 3 keys make?",
    hint="`range(0, scores.shape[-1], block)`; a slice may reach beyond the end.",
)

mistakes.add(
    "blocks-averaged",
    code("""
        def online_softmax(scores, values, block):
            if block < 1:
                raise ValueError(f"block={block}")
            output = 0
            for i in range(0, scores.shape[-1], block):
                weights = scores[..., i : i + block].softmax(dim=-1)
                output = output + weights @ values[..., i : i + block, :]
            return output
    """),
    means="""You take a softmax in each block, and put the blocks together alike. A block of low
    scores should count less than one of high scores.""",
    try_next="Scores 0 and 5, in blocks of 1: what weight does the first key get?",
    hint="Carry the largest score and the sum of the powers; divide once, at the end.",
)

mistakes.add(
    "never-divided",
    edit("usual", {"output / total.masked_fill(total == 0, 1.0)": "output"}),
    means="The powers do not add up to 1: nothing divides by their sum.",
    try_next="One key alone, and a second one with the same score: what should come out?",
    hint="`output / total`, after the loop.",
)

mistakes.add(
    "largest-score-not-subtracted",
    edit("usual", {
        "torch.maximum(top, part.amax(dim=-1, keepdim=True))": "torch.zeros_like(top)",
    }),
    means="""You take exp of the scores as they are. Right for small ones, but exp(89) is too large
    for float32, and NaN comes out.""",
    try_next="What does your function give for scores of 100?",
    hint="Subtract the largest score so far before `exp`.",
)

mistakes.add(
    "blocked-block-is-nan",
    edit("usual", {"top.masked_fill(top == -math.inf, 0.0)": "top"}),
    means="""Where all scores so far are -inf, you subtract -inf from -inf. That is NaN, and it
    stays in the sums.""",
    try_next="Follow a row whose first block is blocked: what is the largest score then?",
    hint="`shift = top.masked_fill(top == -math.inf, 0.0)`.",
)

mistakes.add(
    "blocked-row-is-nan",
    edit("usual", {"total.masked_fill(total == 0, 1.0)": "total"}),
    means="A row whose keys are all blocked ends in 0 / 0. It gives zeros, as in `masked_attend`.",
    try_next="What is the sum of the powers where every score is -inf?",
    hint="Put 1 in the place of a sum that is 0.",
)

mistakes.add(
    "whole-row-at-once",
    code("""
        def online_softmax(scores, values, block):
            if block < 1:
                raise ValueError(f"block={block}")
            return torch.nan_to_num(scores.softmax(dim=-1)) @ values
    """),
    means="""Your numbers are right, and a row is weighed as a whole. With 100,000 keys that is
    what does not fit.""",
    try_next="Read `block` scores, weigh them, and forget them before you read the next.",
)

mistakes.add(
    "block-below-one-passes",
    edit("usual", {"block < 1": "block == 0"}),
    means="With a block of -2 your loop never runs, and no value is read.",
    try_next="What should happen with `block=-2`?",
    hint="`raise ValueError(f\"block={block} must be 1 or more\")`.",
)

mistakes.add(
    "maximum-begins-at-0",
    edit("usual", {"torch.full_like(scores[..., :1], -math.inf)": "torch.zeros_like(scores[..., :1])"}),
    edit("usual", {"torch.full_like(scores[..., :1], -math.inf)": "torch.full_like(scores[..., :1], -1e4)"}),
    means="""Your largest score begins at a finite number. Where all scores are far below it, every
    power is 0, and so is their sum.""",
    try_next="What does your function give where every score is -200, or -200,000?",
    hint="Begin with -inf.",
)

SUMS = "total, output = (torch.zeros_like(top), 0.0) -> total, output ="
TOTAL = "total.masked_fill(total == 0, 1.0) -> total.masked_fill(total == 0, "
SHIFT = "top.masked_fill(top == -math.inf, 0.0) -> top.masked_fill(top == -math.inf, "
for because, changes in {
    "range refuses a step of 0": ["block < 1 -> block < 0"],
    "both sums begin at 0, whatever their shape": [f"{SUMS} (0.0, torch.zeros_like(top))"],
    "before the first block the factor is exp(-inf): it takes away what stands there": [
        "torch.zeros_like(top) -> torch.ones_like(torch.zeros_like(top))",
        f"{SUMS} (torch.zeros_like(top), 0.5)",
        f"{SUMS} (torch.zeros_like(top), 1.0)",
    ],
    "-inf less any number is -inf": [f"{SHIFT}0.5)", f"{SHIFT}1.0)"],
    "0 by any number is 0": [f"{TOTAL}2.0)", f"{TOTAL}-1.0)"],
    "the largest score of the first block is at least its first": [
        "torch.full_like(scores[..., :1], -math.inf) -> scores[..., :1]",
    ],
    "full_like takes the shape alone": [
        f"scores[..., :1] -> torch.{like}(scores[..., :1])" for like in ("zeros_like", "ones_like")
    ],
}.items():
    for change in changes:
        mistakes.harmless(change, because=because)
