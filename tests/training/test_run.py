"""What a run notes, and that its curves are drawn only where they are asked for."""

import torch

from tutor_utils.training import Run, Score
from tutor_utils.training.evaluation import Sample
from tutor_utils.training.run import LiveCurves

SCORE = Score({1: 5, 2: 0}, {1: 6, 2: 4}, loss=0.3)


def test_evaluation_becomes_a_line_of_the_history():
    run = Run()
    for step in (4, 8):
        run.reached(step)
        run.evaluated(SCORE, lr_over_peak=0.25, enough=True)
    assert run.history == {
        "step": [4, 8],
        "loss": [0.3, 0.3],
        "exact_match": [0.5, 0.5],
        "lr_over_peak": [0.25, 0.25],
    }
    assert run.score is None and run.step == 8 and run.cpu_seconds >= 0
    run.why = "All steps are done"
    assert str(run) == "All steps are done after 8 steps: not evaluated"
    run.score = SCORE
    assert "5 of 10 held-out sequences wrong: exact match 50.00%" in str(run)


def test_only_perfect_evaluations_in_a_row_are_counted():
    run = Run()
    for enough, clean in ((True, 1), (False, 0), (True, 1), (True, 2)):
        run.evaluated(SCORE, lr_over_peak=1.0, enough=enough)
        assert run.perfect_in_a_row == clean


def test_curves_show_rates_and_evaluation_results():
    curves = LiveCurves(8, "words")
    for step in range(1, 9):
        curves.stepped(step, torch.tensor(8.0 - step), step / 8)
    run = Run(history={"step": [4, 8], "loss": [0.7, 0.6], "exact_match": [0, 0.5]}, step=8)
    run.samples[8] = Sample(("4", "eos"), ("4", "eos"), ("5", "eos"))
    curves.evaluated(8, run)
    steps = list(range(1, 9))
    assert [(name, (x, list(map(float, y)))) for name, (x, y) in curves._live.series.items()] == [
        ("loss", (steps, [8 - step for step in steps])),
        ("exact match", ([8], [0.5])),
        ("learning rate / peak", (steps, [step / 8 for step in steps])),
    ]
    assert "says      5 eos  (1 of 2 right)" in repr(curves._live)
    curves.finish()
