"""split-at-single-blanks

Your text is cut at blanks alone, as `split(" ")` cuts it. Line ends stay inside words, and two
blanks make an empty word.
Try: Print the words of a text of two lines, and of one with two blanks.
Hint: `text.split()` without an argument.
"""


def merge_pair(tokens, pair):
    joined = []
    i = 0
    while i < len(tokens):
        if tuple(tokens[i : i + 2]) == pair:
            joined.append(tokens[i] + tokens[i + 1])
            i += 2
        else:
            joined.append(tokens[i])
            i += 1
    return joined


def apply_merges(text, merges):
    tokens = []
    for word in text.split(" "):
        parts = ["▁", *word]
        for pair in merges:
            parts = merge_pair(parts, pair)
        tokens += parts
    return tokens
