# Unions of sets.
from functools import reduce


def build_vocabulary(texts, specials):
    characters = reduce(lambda have, text: have | set(text), texts, set())
    ordered = list(specials) + [chr(code) for code in sorted(map(ord, characters))]
    result = {}
    for name in ordered:
        result[name] = result.get(name, len(result))
    return result
