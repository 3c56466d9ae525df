# Each match crosses out one n-gram of the reference.
import math


def bleu(candidates, references, max_n=4):
    if len(references) != len(candidates):
        raise ValueError(f"len(candidates)={len(candidates)}, len(references)={len(references)}")
    score = 0.0
    for n in range(1, max_n + 1):
        good = every = 0
        for candidate, reference in zip(candidates, references):
            rest = [tuple(reference[k : k + n]) for k in range(len(reference) - n + 1)]
            for k in range(len(candidate) - n + 1):
                every += 1
                gram = tuple(candidate[k : k + n])
                if gram in rest:
                    rest.remove(gram)
                    good += 1
        if not good:
            return 0.0
        score += math.log(good / every)
    lengths = [sum(len(text) for text in texts) for texts in (candidates, references)]
    brevity = 0.0 if lengths[0] > lengths[1] else 1 - lengths[1] / lengths[0]
    return math.exp(score / max_n + brevity) * 100
