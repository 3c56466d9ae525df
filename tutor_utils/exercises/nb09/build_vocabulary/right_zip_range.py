# Names and numbers side by side.
def build_vocabulary(texts, specials):
    first = list(dict.fromkeys(specials))
    rest = sorted({c for text in texts for c in text}.difference(first))
    names = first + rest
    return dict(zip(names, range(len(names))))
