"""What the learner's own calls change and return, whatever a probe makes of it."""

import torch
from small_exercise import only
from torch import nn

from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.observation import Observation
from tutor_utils.engine.run.observe import observe, run_trial
from tutor_utils.engine.verdict.judge import judge

X = torch.tensor([[1.0, 2.0]])


def copying(answer, x, *more):
    return {"a": answer(x.clone(), *more), "b": 1.0}


def seen(answer, *args, probe=copying):
    return run_trial(Trial("one", args, probe=probe), answer)


def test_argument_change_is_seen_through_a_copying_probe():
    assert seen(lambda q: q.mul_(2), X).changed == ("q",)
    assert seen(lambda q: q * 2, X).changed == ()
    assert seen(lambda q: q.mul_(2).div_(2), X).changed == (), "it is as it was"


def test_lists_and_dicts_are_watched_too():
    def probe(answer, kept):
        return answer(list(kept)), answer(dict.fromkeys(kept, 0))

    assert seen(lambda ids: ids.pop() and 1, [1, 2], probe=probe).raised.type == "TypeError"
    assert seen(lambda ids: ids.clear(), [1, 2], probe=probe).changed == ("ids",)
    assert seen(lambda ids: len(ids), [1, 2], probe=probe).changed == ()


class InPlace(nn.Module):
    def forward(self, x):
        return x.add_(1) if x.shape[0] == 1 else self(x[:1].clone())


def test_modules_are_watched_at_their_outermost_call():
    def probe(made, x):
        return copying(made(), x)

    assert seen(InPlace, X, probe=probe).changed == ("x",)
    assert seen(InPlace, torch.ones(2, 2), probe=probe).changed == ()
    assert not nn.modules.module._global_forward_hooks


def test_what_the_learner_s_function_returned_is_told(exercise):
    trial = Trial("one", (X, 2.0), probe=copying, truth=lambda x, f: {"a": x, "b": 1.0})
    asked = only(exercise, trial)
    observation = observe(asked, lambda x, f: (x, None))
    observation = Observation.from_bytes(observation.to_bytes())
    assert observation.trials["one"].returned == "a tuple of 2 (a tensor, None)"
    report = judge(asked, observation)
    assert report.saw == (
        "On one your code returned a tuple of 2 (a tensor, None); expected a tensor where "
        "a tuple of 2 (a tensor, None) came."
    )
    assert judge(asked, observe(asked, lambda x, f: x)).passed
    unended = seen(lambda x: x.nonsense, X)
    assert unended.returned == "" and unended.raised.type == "AttributeError"
