"""What goes wrong in `mixed_draw`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "no-item-twice",
    edit("usual", {
        "torch.randint(len(old), (again,), generator=generator).tolist()":
            "torch.randperm(len(old), generator=generator)[:again].tolist()",
        "torch.randint(len(new), (count - again,), generator=generator).tolist()":
            "torch.randperm(len(new), generator=generator)[:count - again].tolist()",
    }),
    means="""You deal the items like cards: none comes twice in a batch. Then a short list of old
    items cannot fill its share.""",
    try_next="Two old items, and four are asked for: what does your code give?",
    hint="`torch.randint(len(old), (again,), generator=generator)`.",
)

mistakes.add(
    "one-draw-for-all",
    edit("usual", {
        "chosen_new = torch.randint(len(new), (count - again,), generator=generator).tolist()":
            "chosen_new = torch.randint(len(new), (1,), generator=generator).tolist() * (count - again)",
    }),
    means="""One place is drawn, and its item is repeated. A batch of one example many times
    teaches little.""",
    try_next="How many numbers does each call of `randint` draw?",
    hint="`(count - again,)` is the shape to draw.",
)

mistakes.harmless(
    "chosen_new.tolist() -> chosen_new", because="a tensor of one number is an index, too"
)
mistakes.harmless(
    "chosen_old.tolist() -> chosen_old", because="a tensor of one number is an index, too"
)
