"""What goes wrong in `apply_merges`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "across-words",
    edit("usual", {
        """
            tokens = []
            for word in text.split():
                parts = ["▁", *word]
                for pair in merges:
                    parts = merge_pair(parts, pair)
                tokens += parts
        """: """
            tokens = [token for word in text.split() for token in ("▁", *word)]
            for pair in merges:
                tokens = merge_pair(tokens, pair)
        """,
    }),
    means="""A merge reaches from the end of one word to the ▁ of the next. Words are cut one by
    one.""",
    try_next='Print the tokens of "ab ba" with the merge ("b", "▁").',
    hint="Apply the merges to each word by itself.",
)

mistakes.add(
    "merged-by-replace",
    edit("usual", {
        '["▁", *word]': '" ".join("▁" + word)',
        "parts = merge_pair(parts, pair)": 'parts = parts.replace(" ".join(pair), "".join(pair))',
        "tokens += parts": "tokens += parts.split()",
    }),
)

mistakes.add("end-of-word-mark", edit("usual", {'["▁", *word]': '[*word, "</w>"]'}))

mistakes.add(
    "longest-token-first",
    code("""
        def apply_merges(text, merges):
            vocabulary = {a + b for a, b in merges}
            found = []
            for word in text.split():
                rest = "▁" + word
                while rest:
                    n = max((n for n in range(2, len(rest) + 1) if rest[:n] in vocabulary), default=1)
                    found.append(rest[:n])
                    rest = rest[n:]
            return found
    """),
    means="""You take the longest token that fits at each place. Byte-pair encoding does not look
    for long tokens: it repeats its merges in order.""",
    try_next='Follow the word "abc" with the merges ("b", "c"), ("a", "b").',
    hint="Start from single characters and apply one merge after the other.",
)

mistakes.add(
    "no-word-mark",
    edit("usual", {'parts = ["▁", *word]': "parts = list(word)"}),
    means="Your tokens have no ▁. Joined again, the words of the text would run together.",
    try_next="Join your tokens, put blanks for ▁, and compare with the text.",
    hint='Start each word as `["▁", *word]`.',
)
