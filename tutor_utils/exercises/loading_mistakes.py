"""What goes wrong in a loader of published weights, whatever the model: edits of its right answer.

They change an answer in right.py that ends in `copy_into(places, given)`.
"""

from __future__ import annotations

from .edits import Mistakes, edit

COPY = "    copy_into(places, given)"
TURNED = """    turned = ("proj.weight", "fc1.weight", "fc2.weight")
    copy_into(places, {n: t.T if n.endswith(turned) else t for n, t in given.items()})"""


def add(mistakes: Mistakes, right: str, attention: str) -> None:
    """Add them.

    Args:
        right: The name of the right answer.
        attention: How it calls the attention whose layers it names: "layer.attention".
    """
    mistakes.add("letters-stripped", edit(right, {"removeprefix": "lstrip"}))
    mistakes.add(
        "extra-names-pass",
        edit(right, {COPY: "    copy_into(places, {name: given[name] for name in places})"}),
    )
    mistakes.add(
        "missing-names-pass",
        edit(right, {COPY: "    copy_into({name: places[name] for name in given}, given)"}),
    )
    mistakes.add(
        "changes-its-argument",
        edit(right, {COPY: f'    tensors.pop("lm_head.weight", None)\n{COPY}'}),
    )
    mistakes.add(
        "matrices-turned",
        edit(right, {COPY: TURNED}),
        means="""The shapes are mirrored: you turn the matrices, or `fc1` and `fc2` have changed
        places. The published ones are kept as in `nn.Linear`, (out, in).""",
        try_next="Look at the shapes of `fc1.weight` in the file and in your model.",
        hint="Copy them as they are, `fc1` into `wide` and `fc2` into `narrow`.",
        raises=r"^ValueError: \S+weight: \((\d+), (\d+)\), not \(\2, \1\)",
    )
    for one, other in (("queries", "keys"), ("keys", "values")):
        a, b = one[0], other[0]
        own_a, own_b = f"{attention}.w_{a}", f"{attention}.w_{b}"
        mistakes.add(
            f"{one}-and-{other}-exchanged",
            edit(right, {own_a: own_b, own_b: own_a}),
            means=f"""`{a}_proj` is in your `w_{b}`, or `{b}_proj` in your `w_{a}`: {one} and
            {other} have changed places. All shapes agree, so nothing stops you.""",
            try_next=f"Which of your layers makes the {one}? Follow one published name to it.",
            hint=f"`{a}_proj` belongs to `w_{a}`, and `{b}_proj` to `w_{b}`.",
        )
