"""What goes wrong in `pad_batch`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "padded-on-the-left",
    edit("usual", {
        "row + [pad_id]": "[pad_id]",
        "(width - len(row))": "(width - len(row)) + row",
    }),
    means="""The pads stand on the left. Word 0 of a short row then stands at another place than
    word 0 of a long row.""",
    try_next="On which side of the row do you add the pads?",
    hint="Add the pads after the words.",
    source="https://github.com/huggingface/transformers/issues/29419",
)

mistakes.add(
    "rows-sorted",
    edit("usual", {
        "for row in sequences:": "for row in sorted(sequences, key=len, reverse=True):",
    }),
    means="""You sorted the rows by their length. Row 0 of the result is no longer sequence 0, so
    its translation would stand in another row.""",
    try_next="Look for `sort` or `sorted`.",
    hint="Keep the rows in the order in which they came.",
)

mistakes.add("pad-id-fixed", edit("usual", {"[pad_id]": "[0]"}))

mistakes.add(
    "zeros-taken-for-pads",
    edit("usual", {
        "[pad_id]": "[0]",
        "return torch.tensor(rows, dtype=torch.long)": """
            batch = torch.tensor(rows, dtype=torch.long)
            batch[batch == 0] = pad_id
            return batch
        """,
    }),
    means="""Every 0 becomes `pad_id` in your tensor, wherever it stands. So a word with the id 0
    becomes a pad, too.""",
    try_next="What does your code give for [[5, 0]] and pad id 9?",
    hint="Fill with `pad_id` from the start.",
)

mistakes.harmless(
    "list(row) -> row",
    because="the contract gives lists, and list + list is a new list",
)
mistakes.harmless(kind="detach", because="ids carry no gradient")
mistakes.harmless(
    "torch.tensor(rows, dtype=torch.long) -> torch.tensor(rows)",
    because="whole numbers make this type by themselves",
)
