# --- usual
def build_vocabulary(texts, specials):
    names = [*specials, *sorted(set("".join(texts)))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
