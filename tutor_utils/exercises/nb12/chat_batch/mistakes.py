"""What goes wrong in `chat_batch`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "end-masked-with-the-pads",
    edit("full", {
        "return ids[:, :-1], labels[:, 1:]":
            "labels[labels == pad_id] = -100\n    return ids[:, :-1], labels[:, 1:]",
    }),
    edit("usual", {
        "return torch.tensor(ids), torch.tensor(labels)":
            "labels = torch.tensor(labels)\n"
            "    return torch.tensor(ids), labels.masked_fill(labels == pad_id, -100)",
    }),
    means="""You look for the pads by their number. Where the answer's end has the same number, it
    gets no loss: the model never learns to stop.""",
    try_next="Which labels are -100 where pad_id is the number of the end?",
    hint="You know the length of each row: pads begin behind it.",
    source="https://github.com/huggingface/trl/issues/456",
)

mistakes.add(
    "labels-not-shifted",
    edit("usual", {
        "whole[1:] if everything else [-100] * (len(prompt) - 1) + answer":
            "whole[:-1] if everything else [-100] * len(prompt) + answer[:-1]",
    }),
    means="""The label of a place is the id that stands there, not the one that comes next. The
    model could say what it has just read.""",
    try_next="Write ids and labels of one chat below each other. What follows the first id?",
    hint="`whole[:-1]` beside `whole[1:]`.",
)

mistakes.harmless(kind="detach", because="ids carry no gradient")
