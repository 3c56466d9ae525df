"""What goes wrong in `dpo_loss`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "reference-left-out",
    edit("usual", {
        "(chosen - ref_chosen.detach()) - (rejected - ref_rejected.detach())": "chosen - rejected",
    }),
    means="""You compare the two answers, not what each has gained. A rejected answer that was
    likelier from the start would then look like a fault of the training.""",
    try_next="What should the loss be before the first step, where model and reference agree?",
    hint="Take the reference's log-probability off each.",
)

mistakes.add(
    "log-of-a-sigmoid",
    edit("usual", {"F.logsigmoid(beta * gains)": "torch.log(torch.sigmoid(beta * gains))"}),
    means="""The sigmoid of a very negative number is rounded to 0, and its logarithm is
    infinite.""",
    try_next="What is `torch.sigmoid(torch.tensor(-200.0))`?",
    hint="`F.logsigmoid` works out both at once.",
)
