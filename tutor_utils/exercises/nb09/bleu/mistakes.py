"""What goes wrong in `bleu`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "arithmetic-mean",
    edit("usual", {"(math.log(matches / total))": "(matches / total)", "* math.exp": "*"}),
    means="""You add up the precisions. BLEU takes the geometric mean: the mean of their
    logarithms.""",
    try_next="Precisions 1 and 0: what should come out?",
    hint="`exp(sum of logs / max_n)`.",
)

mistakes.add(
    "mean-of-sentences",
    edit("usual", {
        "def bleu(": "def of_corpus(",
        "math.exp(sum(logs) / max_n)": """math.exp(sum(logs) / max_n)


def bleu(candidates, references, max_n=4):
    pairs = zip(candidates, references, strict=True)
    return sum(of_corpus([c], [r], max_n) for c, r in pairs) / len(candidates)""",
    }),
    means="""You take the mean over the sentences. Corpus BLEU adds up counts and lengths first,
    and divides once.""",
    try_next="Two sentences, one long and good, one short and bad: which of them weighs more?",
    hint="Sum matches and totals over all sentences.",
)

mistakes.add(
    "not-clipped",
    edit("usual", {
        "matches += (said & wanted).total()":
            "matches += sum(count for gram, count in said.items() if gram in wanted)",
    }),
    means="""A word that stands once in the reference matches as often as it is said. Repeating it
    would be a perfect translation.""",
    try_next='Candidate "the the the", reference "the cat sat": how many match?',
    hint="`said & wanted` takes the smaller count of each.",
)

mistakes.add(
    "no-brevity-penalty",
    edit("usual", {"* penalty": ""}),
    means="Short candidates are not punished. One safe word would score 100.",
    try_next="""Candidate "a b c d e", reference "a b c d e f g h": what are c and r, and where do
    you use them?""",
    hint="`exp(1 - r / c)` where c < r.",
)

mistakes.add(
    "last-order-missing",
    edit("usual", {"max_n + 1": "max_n"}),
    means="The longest n-grams are missing.",
    try_next="Print the orders that your loop visits.",
    hint="`range(1, max_n + 1)`.",
)

mistakes.add(
    "long-candidates-rewarded",
    edit("usual", {"1.0 if c >= r else": ""}),
    means="Your brevity penalty rises above 1 for long candidates. It is at most 1.",
    try_next='Candidate "a b c d e f g h", reference "a b c d e": what is your penalty?',
    hint="1 where the candidates are at least as long.",
)

mistakes.add(
    "penalty-turned-round",
    edit("usual", {"c, r = sum": "r, c = sum"}),
    edit("usual", {"1 - r / c": "1 - c / r"}),
    means="You punish candidates that are too long, or take the two lengths the wrong way round.",
    try_next="""c is the length of the candidates, r that of the references. Which is larger where
    the penalty works?""",
    hint="`1.0 if c >= r else math.exp(1 - r / c)`.",
)

mistakes.add(
    "divided-by-the-reference",
    edit("usual", {"total += said": "total += wanted"}),
    means="You divide by the n-grams of the reference. That is recall; BLEU counts precision.",
    try_next="Of what is it a share: of what was said, or of what was wanted?",
    hint="`total` counts the candidate's n-grams.",
)

mistakes.add(
    "smoothed",
    edit("usual", {"if matches": "if total", "matches /": "(matches or 0.1) /"}),
    means="""An order without a match gives a score above 0 in your code: you smooth it, or pass
    over it. Here one such order makes the whole score 0.0.""",
    try_next="What should come out where words match and no pair does, with max_n=2?",
    hint="`if matches == 0: return 0.0`.",
    fails="unsmoothed",
)

mistakes.add(
    "log-of-zero",
    edit("usual", {
        """
            if matches == 0:
                return 0.0
        """: "",
    }),
    means="""An order without a match has the precision 0, and 0 has no logarithm. Here such an
    order makes the whole score 0.0.""",
    try_next="What should come out where words match and no pair does, with max_n=2?",
    hint="`if matches == 0: return 0.0`, before the logarithm.",
    raises="^ValueError: (math domain error|expected a positive input)",
)

mistakes.add(
    "a-share-not-per-cent",
    edit("usual", {"return 100 *": "return"}),
    means="Your result runs from 0 to 1. The contract asks for 0 to 100.",
    try_next="What should a perfect translation give?",
)
