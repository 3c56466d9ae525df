"""What goes wrong in `exact_match`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "all-or-nothing",
    edit("padded", {"return right.all(dim=1).float().mean().item()": "return float(right.all())"}),
    means="Your answer is 1 only if all rows are right. The share of right rows is wanted.",
    try_next="One row of four is wrong. What should the answer be, and what is yours?",
    hint="Use `.all(dim=1)`, with the axis, and then `.mean()`.",
)

mistakes.add(
    "tokens-not-rows",
    code("""
        def exact_match(predicted, labels, eos_id, pad_id):
            return (predicted == labels).float().mean().item()
    """),
    edit("padded", {" | (labels == pad_id)": "", ".all(dim=1)": "[labels != pad_id]"}),
    edit("padded", {"= max(": "= min(", " | (labels == pad_id)": "", ".all(dim=1)": "[labels != pad_id]"}),
    means="""This is the share of right tokens. One wrong symbol in ten gives 90 %, though no row
    may be right.""",
    try_next="A row with one wrong token: how much does it count in your share?",
    hint="Ask `.all(dim=1)` of each row, then take the mean.",
)

mistakes.add(
    "only-common-width",
    code("""
        def exact_match(predicted, labels, eos_id, pad_id):
            n = min(predicted.shape[1], labels.shape[1])
            right = (predicted[:, :n] == labels[:, :n]) | (labels[:, :n] == pad_id)
            return right.all(dim=1).float().mean().item()
    """),
    means="""You compared only as many columns as both have. A prediction that ends too early then
    passes.""",
    try_next="A prediction that ends too early: which labels does it miss?",
    hint="Pad the narrower one; do not cut the wider one.",
    source="https://github.com/OpenNMT/OpenNMT-py/issues/1944",
)

mistakes.add(
    "eos-not-compared",
    code("""
        def exact_match(predicted, labels, eos_id, pad_id):
            def sentence(row):
                row = row[: row.index(eos_id)] if eos_id in row else row
                return [token for token in row if token != pad_id]

            pairs = list(zip(predicted.tolist(), labels.tolist()))
            return sum(sentence(said) == sentence(label) for said, label in pairs) / len(pairs)
    """),
    edit("padded", {"(labels == pad_id)": "(labels == pad_id) | (labels == eos_id)"}),
    means="Your measure stops before eos. A model that never stops would then pass.",
    try_next="A model that never stops: does your measure notice?",
    hint="The eos is part of the answer: compare it too.",
)

mistakes.add(
    "noise-after-eos-counts",
    code("""
        def exact_match(predicted, labels, eos_id, pad_id):
            return (predicted == labels).all(dim=1).float().mean().item()
    """),
    edit("padded", {"(predicted == labels) | (labels == pad_id)": "predicted == labels"}),
    means="What follows eos counts in your measure. The contract leaves it out.",
    try_next="Which places of a row count, and which do not?",
    hint="Compare only where the label is not pad.",
    source="https://github.com/jsbaan/transformer-from-scratch/issues/7",
)

mistakes.add(
    "cut-off-passes",
    edit("padded", {
        "(0, width - predicted.shape[1]), value=pad_id":
            "(0, width - predicted.shape[1]), value=eos_id",
    }),
    means="""A prediction that was cut off before its eos passes for a right one. Without eos the
    model has not said that its answer ends.""",
    try_next="""The label is 5 eos, and the model says 5 alone. Is that right, and what does your
    code say?""",
    hint="""The eos is part of the answer: where it is missing, nothing that is filled in may be
    equal.""",
)

mistakes.add(
    "ids-fixed",
    edit("padded", {"== pad_id": "== 0"}),
    code("""
        def exact_match(predicted, labels, eos_id, pad_id):
            right = 0
            for said, row in zip(predicted.tolist(), labels.tolist()):
                n = row.index(2) + 1 if 2 in row else len(row)
                right += said[:n] == row[:n]
            return right / len(labels)
    """),
    means="An id stands as a number in your code. The caller's `eos_id` and `pad_id` decide.",
    try_next="Look for a 0 or a 2 in your code that should be an argument.",
    hint="Use `eos_id` and `pad_id`.",
)

mistakes.harmless(
    kind="slip",
    within="missing = max(",
    because="more padding than needed is cut off in the next line",
)
for kind in ("slip", "fixed"):
    mistakes.harmless(
        kind=kind,
        within="F.pad(",
        because="no filling makes up for the eos that a short row lacks: eos itself is refused",
    )
