"""What goes wrong in `learn_merges`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit, edits

mistakes = Mistakes()

mistakes.add(
    "across-words",
    edit("usual", {
        '["▁", *word] for word in text.split()':
            'token for word in text.split() for token in ("▁", *word)',
        "pair for word in words for pair in pairwise(word)": "pairwise(words)",
        "[merge_pair(word, pair) for word in words]": "merge_pair(words, pair)",
    }),
    means="""Your pairs reach from the end of one word into the next. A token would then hold a
    piece of two words.""",
    try_next='Print the pairs of "ab ab". Is there one whose second part begins with ▁?',
    hint="Count the pairs of each word by itself.",
)

mistakes.add(
    "merged-by-replace",
    edit("usual", {
        '["▁", *word] for': '" ".join("▁" + word) for',
        "pairwise(word)": "pairwise(word.split())",
        "merge_pair(word, pair)": 'word.replace(" ".join(pair), "".join(pair))',
    }),
)

mistakes.add(
    "counts-once-for-all",
    code("""
        from collections import Counter
        from itertools import pairwise


        def learn_merges(text, num_merges):
            words = [["▁", *word] for word in text.split()]
            pairs = Counter(pair for word in words for pair in pairwise(word))
            ranked = sorted(pairs, key=lambda pair: (-pairs[pair], pair))
            return [pair for pair in ranked if pairs[pair] >= 2][:num_merges]
    """),
    means="""You counted the pairs once and took the most frequent ones. After each merge the
    words consist of other tokens, so the pairs are others too.""",
    try_next="Which merge could give a token of three letters? Does yours ever have one?",
    hint="Count again inside the loop, over the merged words.",
)

mistakes.add(
    "each-word-once",
    edit("usual", {"text.split()": "dict.fromkeys(text.split())"}),
    means="""Each different word counts once. A pair in a word that comes a hundred times is worth
    a hundred.""",
    try_next='In "aa ab ab", how often does a stand before b?',
    hint="Count the words first, `Counter(text.split())`, and add that count for each pair.",
)

mistakes.add(
    "end-of-word-mark",
    *edits("usual", '"▁", *word', '*word, "</w>"', '*word[:-1], word[-1] + "</w>"'),
)

mistakes.add(
    "first-of-equals",
    *edits(
        "usual",
        "sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[0]",
        "pairs.most_common(1)[0]",
        "max(pairs.items(), key=lambda item: (item[1], item[0]))",
    ),
    means="""Of equally frequent pairs you take the one that was met first, or the largest. Here it
    is the smallest tuple.""",
    try_next="Look at a text in which two pairs are equally frequent.",
    hint="`min(pairs, key=lambda pair: (-pairs[pair], pair))`.",
)

mistakes.add(
    "merges-what-comes-once",
    edit("usual", {"if count < 2": "if not count"}),
    means="""You go on when the best pair occurs only once. Such a merge learns one word by heart;
    the contract stops before.""",
    try_next="What should come back for a text in which no pair occurs twice?",
    hint="`if pairs[best] < 2: break`, before it is appended.",
)

mistakes.add(
    "no-word-mark",
    edit("usual", {'["▁", *word]': "list(word)"}),
    means="""Your words begin with their first letter, without the ▁. The tokens of "the" and of
    "bathe" could then not be told apart, and the spaces would be lost.""",
    try_next="Print the tokens of the first word before the first merge.",
    hint='Start each word as `["▁", *word]`.',
)
