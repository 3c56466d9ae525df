"""end-of-word-mark

Your words end in `</w>`, as in the paper and in subword-nmt. Here a ▁ stands in front of each word.
Try: Print the tokens of the first word without any merge.
Hint: `["▁", *word]`.
"""


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
