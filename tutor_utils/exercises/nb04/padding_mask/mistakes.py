"""What goes wrong in `padding_mask`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "device-named",
    edit("usual", {"!= pad_id": '.to("cuda") != pad_id'}),
    edit("usual", {
        "mask = ids != pad_id":
            "mask = torch.tensor([[i != pad_id for i in row] for row in ids.tolist()])",
    }),
)

mistakes.add(
    "truth-of-ids",
    edit("usual", {"!= pad_id": "> pad_id"}),
    means="You asked whether the id is larger than the pad id. Smaller ids are words too.",
    try_next="An id may be smaller or larger than the pad's. Which comparison do you use?",
    hint="Use `!=`.",
)

mistakes.add("mask-inverted", edit("usual", {"!= pad_id": "== pad_id"}))

mistakes.add("mask-on-queries", edit("usual", {", None, :": ", :, None"}))

mistakes.add("pad-id-fixed", edit("usual", {"!= pad_id": "!= 0"}))

mistakes.add(
    "axes-missing",
    edit("usual", {"return mask[:, None, None, :]": "return mask"}),
    edit("usual", {", None, :": ""}),
)

mistakes.harmless(kind="detach", because="a mask carries no gradient")
