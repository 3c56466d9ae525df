"""The truth of BLEU is sacreBLEU's."""

import random

import sacrebleu

from tutor_utils import exercises
from tutor_utils.course.learner_package import course_answer


def test_bleu_is_sacrebleu_s():
    draw, bleu = random.Random(2), course_answer("bleu", own=False)
    truth = exercises.find("bleu").truth
    for _ in range(40):
        references = [
            [draw.choice("abcd") for _ in range(draw.randint(4, 12))]
            for _ in range(draw.randint(1, 4))
        ]
        candidates = [
            [t for t in text if draw.random() > 0.1][: draw.randint(4, 12)] for text in references
        ]
        theirs = sacrebleu.corpus_bleu(
            [" ".join(text) for text in candidates],
            [[" ".join(text) for text in references]],
            smooth_method="none",
            tokenize="none",
            force=True,
        ).score
        for found in (bleu(candidates, references), truth(candidates, references)):
            assert abs(found - theirs) < 1e-9
