def exact_match(predicted, labels, eos_id, pad_id):
    def until_eos(row):
        said = []
        for token in row.tolist():
            said.append(token)
            if token == eos_id:
                break
        return tuple(said)

    pairs = [(until_eos(p), until_eos(t)) for p, t in zip(predicted, labels)]
    return sum(p == t for p, t in pairs) / len(pairs)
