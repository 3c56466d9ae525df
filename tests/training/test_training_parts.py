"""Parts that are left out are the learner's, else the course's."""

from dataclasses import fields
from types import SimpleNamespace

from tutor_utils.course.learner_package import load_answer
from tutor_utils.training import Parts


def test_each_part_is_an_exercise():
    assert all(callable(load_answer(field.name).value) for field in fields(Parts))


def test_another_step_is_in_the_loop_too():
    asked = []
    step = lambda model, src, *rest: asked.append(src) or float(src)  # noqa: E731
    filled = Parts().with_step(step)
    optimizer = SimpleNamespace(param_groups=[{"lr": 0.0}, {"lr": 0.0}])
    model = SimpleNamespace(train=lambda: None)
    losses = filled.train_model(model, [(1, 0), (2, 0)], optimizer, lambda n: n / 10, 0)
    assert filled.train_step is step and losses == [1.0, 2.0] and asked == [1, 2]
    assert [group["lr"] for group in optimizer.param_groups] == [0.2, 0.2]
