"""What goes wrong in `recovered`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "clean-and-corrupted-exchanged",
    edit("usual", {"low = corrupted": "low = clean", "clean.mean() - low": "corrupted.mean() - low"}),
    means="""You measure from clean. A patch that brings nothing back gives 1, and one that brings
    all back gives 0.""",
    try_next="What should come out where patched is equal to corrupted?",
    hint="Count from corrupted: (patched - corrupted) / (clean - corrupted).",
)

mistakes.add(
    "share-of-clean",
    edit("usual", {"(patched.mean() - low) / (clean.mean() - low)": "patched.mean() / clean.mean()"}),
    means="You divide patched by clean. Where the patch brings nothing back, that is not 0.",
    try_next="What should come out where patched is equal to corrupted?",
    hint="Count from corrupted: (patched - corrupted) / (clean - corrupted).",
)

mistakes.add(
    "corrupted-subtracted-once",
    edit("usual", {"/ (clean.mean() - low)": "/ clean.mean()"}),
    edit("usual", {"(patched.mean() - low)": "patched.mean()"}),
    means="You subtract corrupted in one place alone. The way and what was gained begin at the same point.",
    try_next="What should come out where patched is equal to clean?",
    hint="(patched - corrupted) / (clean - corrupted).",
)

mistakes.add(
    "share-upside-down",
    edit("usual", {"(patched.mean() - low) / (clean.mean() - low)": "(clean.mean() - low) / (patched.mean() - low)"}),
    means="You divide the whole way by what came back.",
    try_next="What should come out where half of it came back?",
)

mistakes.add(
    "brackets-missing",
    edit("usual", {"/ (clean.mean() - low)": "/ clean.mean() - low"}),
    edit("usual", {"(patched.mean() - low) /": "patched.mean() - low /"}),
    means="Brackets are missing: Python divides first, and subtracts afterwards.",
    try_next="Which two differences are to be divided? Put each of them in brackets.",
    hint="(patched - corrupted) / (clean - corrupted).",
)

mistakes.add(
    "share-clamped",
    edit("usual", {".item()": ".clamp(0, 1).item()"}),
    means="""You cut the share off at 0 or at 1. Below 0 the patch does harm, and above 1 it goes
    beyond clean: this is worth knowing.""",
    try_next="Look for `min`, `max` or `clamp`.",
)

mistakes.add(
    "absolute-values",
    edit("usual", {".item()": ".abs().item()"}),
    means="You take absolute values, so minus signs are lost. Harm then looks like help.",
    try_next="What should come out where patched is further from clean than corrupted is?",
)

mistakes.add(
    "mean-of-shares",
    edit("of_sums", {
        "((patched - corrupted).sum() / (clean - corrupted).sum())":
            "((patched - corrupted) / (clean - corrupted)).mean()",
    }),
    means="""You take the share of each row, and then the mean. A row where clean and corrupted
    hardly differ has a huge share, and drowns the others.""",
    try_next="A row goes from 2.00 to 2.01, and the patch gives 3. What is its share?",
    hint="Means first, then one division.",
)

mistakes.add(
    "given-in-percent",
    edit("usual", {").item()": ").item() * 100"}),
    means="You give percent. The share is 1 where all came back.",
    try_next="What should come out where patched is equal to clean?",
)

mistakes.add(
    "no-mean",
    *(edit("of_sums", {".sum() /": " /", ".sum()).item()": end}) for end in (")", ").item()")),
    means="You give one share for each row. Asked for is one number for all of them.",
    try_next="Take the mean over the rows, before you divide.",
    raises="a Tensor with .* elements cannot be converted to Scalar|only one element tensors can be converted",
)
