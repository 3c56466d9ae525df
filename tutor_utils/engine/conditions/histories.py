"""Call a module with one size after another: an earlier call must not affect a later one.

A probe makes its own module, so the other call is inserted where the probe calls it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import torch

from ..run.guard import seed
from ..run.watch import around_calls
from ..values import snapshot
from .circumstances import Call, Seen, error_entry, last_call


def in_turn(other: Call, probe: Callable[..., Any], answer: Any, *args: Any, **kwargs: Any) -> Seen:
    """Call a module of a probe before and after a call of another size.

    Returns:
        For both orders: the result of a fresh module, and of the second call, or the error.
    """
    seed(0)
    smaller = last_call(other.target, answer, *copy.deepcopy(other.args), **other.kwargs)
    if smaller is None:
        return {}

    def run(*, small_first: bool) -> Seen:
        """The results of both calls, made one after the other at the probe's first call."""
        gave: Seen = {}

        def around(target: Any, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
            if "larger" in gave:
                return target(*given, **named)
            if small_first:
                gave["smaller"] = _result(smaller, target)
            gave["larger"] = {"error": "it did not end"}
            result = target(*given, **named)
            gave["larger"] = {"got": snapshot(result)}
            if not small_first:
                gave["smaller"] = _result(smaller, target)
            return result

        seed(0)  # so that every module gets the same initial parameters
        try:
            with around_calls(answer, around) as called:
                probe(called, *copy.deepcopy(args), **kwargs)
        except Exception as error:
            if not small_first:  # an error of the larger call is that of any call
                raise
            if "error" in gave["larger"]:
                gave["larger"] = error_entry(error)
        return gave

    large, small = run(small_first=False), run(small_first=True)
    return {
        name: {"wanted": first[name]["got"]} | second[name]
        for name, first, second in (("larger", large, small), ("smaller", small, large))
        if "got" in first[name]  # else the module accepts no such size
    }


def _result(call: Call, module: Any) -> dict[str, Any]:
    """The module's result for the arguments of a call; the random generators are restored."""
    with torch.random.fork_rng(devices=[]):
        try:
            return {"got": snapshot(call.changed(lambda value: value, module)())}
        except Exception as error:
            return error_entry(error)
