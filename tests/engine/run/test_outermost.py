"""Calls of an answer are stepped in at, those inside it are not, and nothing stays behind."""

import pytest
import torch
from torch import nn

from tutor_utils.engine.run.watch import around_calls

X = torch.ones(1, 2)


class Plain(nn.Module):
    def forward(self, x):
        return x + 1


class Nested(Plain):
    def __init__(self, depth=1):
        super().__init__()
        self.inner = Nested(depth - 1) if depth else None

    def forward(self, x):
        return x + 1 if self.inner is None else self.inner(x) + 1


class CallsItself(Plain):
    def __call__(self, x):
        return x + 2


@pytest.mark.parametrize(("kind", "given"), [(Plain, 2), (Nested, 3), (CallsItself, 3)])
def test_outermost_call_is_stepped_in_at_once(kind, given):
    before, calls = dict(vars(kind)), []

    def around(target, args, kwargs):
        calls.append(target)
        return target(*args, **kwargs) * 10

    with around_calls(kind, around) as answer:
        module = answer()
        assert module(X).tolist() == [[10.0 * given] * 2]
    assert calls == [module] and module(X).tolist() == [[given] * 2]
    assert dict(vars(kind)) == before, "the class is as it was"


class Fixed(type):
    def __setattr__(cls, name, value):
        raise AttributeError(name)


class Closed(Plain, metaclass=Fixed):
    pass


class NoModule:
    def __new__(cls, x):
        return x + 1


class SaysModule:
    __class__ = property(lambda self: nn.Module)
    __name__ = "answer"

    def __call__(self, x):
        return x + 1


@pytest.mark.parametrize("answer", [Closed, NoModule, SaysModule()])
def test_no_kind_of_answer_is_called_unseen(answer):
    calls = []

    def around(target, args, kwargs):
        calls.append(target)
        return target(*args, **kwargs)

    with around_calls(answer, around) as watched:
        given = watched()(X) if answer is Closed else watched(X)
    assert given.tolist() == [[2.0, 2.0]] and len(calls) == 1
    assert "__call__" not in vars(Closed)


def test_error_inside_leaves_the_class_as_it_was():
    def around(target, args, kwargs):
        raise ValueError

    with pytest.raises(ValueError), around_calls(Plain, around) as answer:
        answer()(X)
    assert "__call__" not in vars(Plain)
