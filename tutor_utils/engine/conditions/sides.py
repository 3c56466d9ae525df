"""The conditions of a check, sorted: those it refuses, remarks on, or leaves out.

An answer that fails where a learner of this course meets it (CPU or GPU, float32 or autocast, any
batch from 1 on, any length and width) is refused. What only the author of a library meets is a
remark. What nobody meets is not looked at. An exercise may turn a condition into a remark
(``remarks``), or say why it does not apply (``unless``).
"""

from __future__ import annotations

REFUSED = {
    "values": "everybody: numbers, shapes and number types in float32",
    "arguments": "whoever uses an argument once more: later cells see other numbers",
    "settings": "all cells that run later",
    "refuses": "whoever gives a bad argument, where the answer goes on to wrong numbers",
    "default-device": "whoever moves a model to a GPU: the call stops there",
    "gradients-off": "every evaluation",
    "chance": "whoever runs a cell twice",
    "again": "every second call: other numbers, another mask, an earlier result",
    "other-mode": "whoever trains, then evaluates",
    "sliced": "whoever shifts a target: `logits[:, :-1]`, `tgt[:, :-1]`",
    "gradient": "whoever trains: what gets no gradient never learns",
    "in-turn": "whoever has a last batch that is smaller, or decodes token by token",
    "size-one": "whoever has a batch of one, a single word, one head",
    "sizes": "whoever goes beyond the numbers of the notebook",
}
REMARKED = {
    "used": "whoever saves or counts the parameters",
    "shared": "a caller who writes into a result",
    "half": "whoever computes in float16 throughout",
    "float64": "whoever asks for more digits than the course",
    "errors": "who reads an error that does not name the argument and its value",
}
NOT_LOOKED_AT = {
    "another default number type": "nobody in this course sets one",
    "a gradient digit by digit": "the numbers are right and it reaches: autograd does the rest",
    "parameters that learn only beside an argument that does": "no caller asks for this",
    "an argument known again by its object": "no caller refills a tensor between two calls",
    "one tensor for two arguments": "self-attention is tried as such, where it matters",
    "two objects of one class": "a stack of layers shows it",
    "weights that change between two calls": "only what is kept from step to step meets it",
    "one argument changed alone": "what is kept between calls shows in the second call",
}


def table() -> str:
    """The three lists, one condition a line."""
    heads = ("refused", "remarked on", "not looked at")
    width = max(map(len, (*REFUSED, *REMARKED, *NOT_LOOKED_AT)))
    lines = []
    for head, side in zip(heads, (REFUSED, REMARKED, NOT_LOOKED_AT), strict=True):
        lines += [f"\n{head}", *(f"  {name:<{width}}  {who}" for name, who in side.items())]
    return "\n".join(lines)
