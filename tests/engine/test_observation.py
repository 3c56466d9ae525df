"""An observation holds plain values alone, and is the same after it was saved and loaded."""

import json
import math

import numpy
import pytest
import torch
from safetensors.torch import save
from torch import nn, tensor

from tutor_utils.engine import observation
from tutor_utils.engine.compare import close
from tutor_utils.engine.observation import (
    NotAnObservation,
    Observation,
    Observed,
    Opaque,
    Raised,
    plain,
)


def test_it_is_the_same_after_a_round_trip():
    value = {
        "tensor": tensor([[1.0, math.nan]]),
        "mask": tensor([True]),
        "list": [1, 2.5, None, True, "x", math.inf, -math.inf],
        "tuple": (tensor([1]), [tensor([2]), (3,)]),
        "object": Opaque("numpy.ndarray", "array"),
        "nothing": {},
    }
    holds = {"x": "Tensor(2, 3)"}
    error = Raised("ValueError", "no", "raise ValueError('no')", 3, "ValueError('no')", "f", holds)
    first = Observed(value, None, ("argument 1", "x"), ("meta",), "hello", ("torch.softmax",))
    seen = {"one": first, "two": Observed(raised=error)}
    before = Observation("split_heads", 7, seen, untouched=True)
    after = Observation.from_bytes(before.to_bytes())
    assert (after.exercise, after.seed, after.untouched) == ("split_heads", 7, True)
    assert list(after.trials) == ["one", "two"] and after.trials["two"] == seen["two"]
    assert after.trials["two"].raised.holds == holds
    one = after.trials["one"]
    assert (one.changed, one.devices, one.printed) == (first.changed, first.devices, "hello")
    assert one.left == ("torch.softmax",)
    assert close(one.value, value) and one.value["mask"].dtype == torch.bool
    assert type(one.value["tuple"]) is tuple and type(one.value["tuple"][1]) is list
    assert one.value["list"] == value["list"] and one.value["list"][3] is True


def test_nan_alone_and_large_numbers():
    seen = {"a": Observed([math.nan, 2**63, -(2**63), 2**63 - 1, "x" * 10_001, "x" * 10_000, True])}
    nan, huge, low, fits, long, text, yes = (
        Observation.from_bytes(Observation("e", 0, seen).to_bytes()).trials["a"].value
    )
    assert math.isnan(nan) and fits == 2**63 - 1 and text == "x" * 10_000 and yes is True
    assert huge.type == low.type == "int" and long.type == "str" and len(long.text) < 100
    assert (huge.text, low.text) == (str(2**63), str(-(2**63))) and long.text.startswith("'xxx")


def bytes_of(words, tensors=None):
    return save(tensors or {}, {"observation": json.dumps(words)})


def words_of(value, **more):
    told = {"value": value, "raised": None, "changed": [], "devices": [], "printed": "", "left": []}
    told |= more
    return {"exercise": "e", "seed": 1, "untouched": False, "trials": {"a": told}}


ERROR = {"type": "E", "message": "", "line": "", "number": 1, "part": "", "inside": "", "holds": {}}
ERROR |= {"call": "", "call_number": 0, "refused": False}


def deep(levels):
    value = 1
    for _ in range(levels):
        value = {"list": [value]}
    return value


@pytest.mark.parametrize(
    ("words", "tensors"),
    [
        (words_of({"other": []}), {}),
        (words_of({"tensor": "missing"}), {}),
        (words_of({"list": [], "dict": {}}), {}),
        (words_of([1]), {}),
        (words_of("x" * 10_001), {}),
        (words_of({"opaque": ["type", 3]}), {}),
        (words_of({"list": [0] * 10_001}), {}),
        (words_of({"dict": {"x" * 10_001: 1}}), {}),
        (words_of(deep(22)), {}),
        (words_of({"dict": {"a": deep(21)}}), {}),
        (words_of(1, changed=[3]), {}),
        (words_of(1, devices=[None]), {}),
        (words_of(1, printed=7), {}),
        (words_of(1, left=[7]), {}),
        *((words_of(1, raised=ERROR | {name: ["e"]}), {}) for name in ERROR),
        (words_of(1, raised=ERROR | {"number": "e"}), {}),
        (words_of(1, raised=ERROR | {"holds": {"x": 3}}), {}),
        (words_of(1, raised=ERROR | {"holds": {"x" * 10_001: "int"}}), {}),
        (words_of(1) | {"seed": "e"}, {}),
        (words_of(1) | {"exercise": ["e"]}, {}),
        (words_of(1), {"t": torch.zeros([1] * 9)}),
        (words_of(1), {"t": torch.zeros(1_000_001, dtype=torch.bool)}),
    ],
)
def test_bytes_without_valid_structure_are_refused(words, tensors):
    with pytest.raises(NotAnObservation):
        Observation.from_bytes(bytes_of(words, tensors))


@pytest.mark.parametrize(
    ("words", "tensors"),
    [
        (words_of(deep(20)), {}),
        (words_of({"list": [0] * 10_000}), {}),
        (words_of({"dict": {"a": {"dict": {}}}}), {}),
        (words_of(1, raised=ERROR), {}),
        (words_of(1), {"t": torch.zeros([1] * 8)}),
        (words_of(1), {"t": torch.zeros(1_000_000, dtype=torch.bool)}),
        (words_of(1), {"t": torch.zeros(())}),
    ],
)
def test_numbers_within_limits_are_read(words, tensors):
    read = Observation.from_bytes(bytes_of(words | {"seed": "1", "untouched": 0}, tensors))
    assert read.seed == 1 and read.untouched is False


@pytest.mark.parametrize(
    "data", [b"", b"\x00" * 40, save({}), save({"t": tensor([1.0])}, {"a": "b"})]
)
def test_other_bytes_are_refused(data):
    with pytest.raises(NotAnObservation):
        Observation.from_bytes(data)


def test_tensor_is_copied_without_gradient():
    class Own(torch.Tensor):
        pass

    x = nn.Parameter(torch.arange(6.0).view(2, 3)).T
    copied = plain(x, set())
    assert torch.equal(copied, x) and copied.is_contiguous() and not copied.requires_grad
    assert copied.data_ptr() != x.data_ptr()
    assert type(plain(tensor([1.0]).as_subclass(Own), set())) is torch.Tensor


def test_other_devices_are_noted():
    devices = set()
    assert plain([torch.zeros(2, 3, device="meta")], devices) == [
        Opaque("torch.Tensor on meta", "(2, 3)")
    ]
    assert devices == {"meta"}
    assert plain(torch.eye(2).to_sparse(), fresh := set()).type == "sparse_coo float32 tensor"
    assert fresh == set()
    plain(torch.zeros(1), fresh := set())
    assert fresh == set()


@pytest.mark.filterwarnings("ignore")  # nested tensors are a prototype
def test_tensors_of_other_forms_and_numbers_past_measure_become_opaque():
    nested = torch.nested.nested_tensor([torch.ones(1), torch.ones(2)])
    assert plain(nested, set()).type == "nested tensor"
    assert plain(2**9_999, set()) == 2**9_999
    assert plain(2**10_000, set()) == Opaque("int", "(a number of 10001 bits)")


def test_a_float_of_numpys_is_a_float():
    assert type(plain(numpy.float64(0.5), set())) is float
    assert type(plain(numpy.float32(0.5), set())) is Opaque


def test_objects_become_opaque():
    class Text(str):
        pass

    assert plain(numpy.zeros(1), set()).type == "numpy.ndarray"
    assert plain(3 + 1j, set()) == Opaque("complex", "(3+1j)")
    impostor = type("list", (), {})()  # reprlib goes by the name
    assert plain(impostor, set()).text == "(an object that cannot be printed)"
    assert plain(impostor, set()).type.endswith("test_observation.list")
    assert isinstance(plain(Text("a"), set()), Opaque)
    mine = type("Mine", (), {"__module__": "__main__"})
    assert plain(mine(), set()).type == "Mine"


def test_containers_are_copied_down_to_a_depth():
    assert plain({1: (2, [3])}, set()) == {"1": (2, [3])}
    assert type(plain(torch.zeros(1, 2).max(1), set())) is tuple  # a named one
    for nested, inside in (
        (eval("[" * 25 + "]" * 25), 0),
        (eval("{'a': " * 25 + "1" + "}" * 25), "a"),
    ):
        copied, depth = plain(nested, set()), 0
        while isinstance(copied, (list, dict)):
            copied, depth = copied[inside], depth + 1
        assert depth == 19 and isinstance(copied, Opaque)


def test_containers_that_are_too_long_become_opaque():
    limit = observation.MAX_ITEMS
    assert isinstance(plain([0] * (limit + 1), set()), Opaque)
    assert isinstance(plain(dict.fromkeys(range(limit + 1)), set()), Opaque)
    assert len(plain([0] * limit, set())) == len(plain(dict.fromkeys(range(limit)), set())) == limit
