"""What a run notes, and that its curves are drawn only where they are asked for."""

import sys

from tutor_utils.training import Run, Score
from tutor_utils.training.run import LiveCurves

SCORE = Score(exact_match=0.5, by_length={1: 0.5}, tried=10, loss=0.3)


def test_an_evaluation_becomes_a_line_of_the_history():
    run = Run(losses={4: 0.7, 8: 0.6})
    for step in (4, 8):
        run.reached(step)
        run.evaluated(SCORE, lr_over_peak=0.25)
    assert run.history == {
        "step": [4, 8],
        "loss": [0.7, 0.6],
        "exact_match": [0.5, 0.5],
        "lr_over_peak": [0.25, 0.25],
    }
    assert run.score is SCORE and run.step == 8 and run.cpu_seconds >= 0
    run.why = "All steps are done"
    assert str(run).startswith("All steps are done after 8 steps: exact match 50.0% of 10")


def test_curves_show_the_newest_values():
    curves = LiveCurves(8, "words")
    run = Run(history={"step": [4, 8], "loss": [0.7, 0.6]})
    curves.update(8, run)
    assert curves._live.series == {"loss": ([8], [0.6])}
    curves.finish()


def test_without_words_nothing_is_drawn(monkeypatch):
    monkeypatch.setitem(sys.modules, "tutor_utils.viz", None)  # importing it would raise
    curves = LiveCurves(8, None)
    curves.update(4, Run(history={"step": [4], "loss": [0.7]}))
    curves.finish()
