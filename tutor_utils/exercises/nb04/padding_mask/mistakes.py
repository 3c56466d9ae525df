"""What goes wrong in `padding_mask`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "device-named",
    edit("usual", {
        "mask = ids != pad_id":
            "mask = torch.tensor([[i != pad_id for i in row] for row in ids.tolist()])",
    }),
    edit("none_axes", {"!= pad_id": '.to("cuda") != pad_id'}),
)

mistakes.add(
    "truth-of-ids",
    edit("usual", {"!= pad_id": "> pad_id"}),
    means="You asked whether the id is larger than the pad id. Smaller ids are words too.",
    try_next="An id may be smaller or larger than the pad's. Which comparison do you use?",
    hint="Use `!=`.",
)

mistakes.add(
    "mask-inverted",
    edit("usual", {"!= pad_id": "== pad_id"}),
    means="""Your mask is the other way round: True where a key is blocked. In this course True
    means may attend.""",
    try_next="What does True mean in this course, and which ids get it in your mask?",
    hint="ids != pad_id",
    source="https://github.com/wfondrie/depthcharge/pull/38",
)

mistakes.add(
    "mask-on-queries",
    edit("usual", {", None, :": ", :, None"}),
    means="""Your pads lie on the query axis: (B, 1, L, 1). That silences pad queries, and pads
    can still be read as keys.""",
    try_next="On which axis of your mask do the words stand? Which axis are the keys?",
    hint="Keys are the last axis.",
    source="https://github.com/bentrevett/pytorch-seq2seq/issues/96",
)

mistakes.add(
    "pad-id-fixed",
    edit("usual", {"!= pad_id": "!= 0"}),
    means="Id 0 is hidden, whatever `pad_id` says.",
    try_next="""What do you compare the ids with? A 0 that should be the argument may also hide in
    `bool()`.""",
    hint="Compare with the argument `pad_id`.",
    source="https://github.com/hyunwoongko/transformer/issues/11",
)

mistakes.add(
    "axes-missing",
    edit("usual", {"return mask[:, None, None, :]": "return mask"}),
    edit("usual", {", None, :": ""}),
    means="""The mask has too few axes. Beside scores (B, h, L_q, L_k) it lines up with the wrong
    ones: where B equals the number of heads, without an error.""",
    try_next="Write the shape (B, 1, 1, L) below yours. Which axes are missing, and where?",
    hint="[:, None, None, :]",
)

mistakes.harmless(kind="detach", because="a mask carries no gradient")
