"""lower-case

Capital letters became small ones. "The" and "the" are different words to a tokenizer, or no text
could be given back as it was.
Try: Look for `.lower()` or `.casefold()`.
"""


def apply_merges(text, merges):
    tokens = []
    for word in text.lower().split():
        parts = ["▁", *word]
        for pair in merges:
            i = 0
            while i < len(parts) - 1:
                if (parts[i], parts[i + 1]) == pair:
                    parts[i : i + 2] = ["".join(pair)]
                i += 1
        tokens += parts
    return tokens
