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
    code("""
        def apply_merges(text, merges):
            found = []
            for word in text.split():
                line = " ".join("▁" + word)
                for a, b in merges:
                    line = line.replace(a + " " + b, a + b)
                found += line.split()
            return found
    """),
)

mistakes.add(
    "end-of-word-mark",
    code("""
        def apply_merges(text, merges):
            tokens = []
            for word in text.split():
                parts = [*word, "</w>"]
                for pair in merges:
                    i = 0
                    while i < len(parts) - 1:
                        if (parts[i], parts[i + 1]) == pair:
                            parts[i : i + 2] = ["".join(pair)]
                        i += 1
                tokens += parts
            return tokens
    """),
)

mistakes.add(
    "only-the-first-place",
    code("""
        def apply_merges(text, merges):
            found = []
            for word in text.split():
                tokens = ["▁", *word]
                for a, b in merges:
                    for i in range(len(tokens) - 1):
                        if tokens[i] == a and tokens[i + 1] == b:
                            tokens = tokens[:i] + [a + b] + tokens[i + 2 :]
                            break
                found += tokens
            return found
    """),
    means="""Each merge joins only the first place in a word where its pair stands. It holds for
    every place.""",
    try_next='Follow the word "aaaa" and the merge ("a", "a").',
    hint="Go on to the end of the word after a place was joined.",
)

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

mistakes.add(
    "split-at-single-blanks",
    edit("usual", {".split()": '.split(" ")'}),
)
