"""What goes wrong in `sinusoidal_encoding`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

FILLED = """
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
"""

mistakes.add(
    "base-1000",
    edit("usual", {"position / 10000": "position / 1000"}),
    means="The base is 1000. The paper uses 10000.",
    try_next="Count the zeros.",
)

mistakes.add(
    "index-doubled",
    edit("usual", {"exponent =": "exponent = 2 *"}),
    means="""Your exponents are twice as large as in the formula. An index that runs 0, 2, 4, ...
    is 2i already; and the divisor is d_model, not half of it.""",
    try_next="Print your exponents for d_model=4: they should be 0 and 0.5.",
    source="https://github.com/BrianPulfer/PapersReimplementations/issues/9",
)

mistakes.add("positions-from-one", edit("usual", {"length, dtype": "1, length + 1, dtype"}))

mistakes.add(
    "halves",
    edit("usual", {
        FILLED: """
            table = torch.cat([angle.sin(), angle.cos()], dim=-1).float()
        """,
    }),
    means="All sines come first, then all cosines. Some libraries do so; here they alternate.",
    try_next="""Where should the cosine of the first angle stand: beside its sine, or in the
    second half?""",
    hint="Use 0::2 and 1::2 on the last axis.",
    source="https://github.com/allenai/allennlp/issues/2993",
)

mistakes.add(
    "index-of-feature",
    edit("usual", {
        """
            two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
            exponent = two_i / d_model
            angle = position / 10000**exponent
        """: """
            angle = position / 10000 ** (2 * torch.arange(d_model, dtype=torch.float64) / d_model)
        """,
        "angle.sin": "angle[:, 0::2].sin",
        "angle.cos": "angle[:, 1::2].cos",
    }),
    means="""You took the number of the feature for i. In the formula i counts pairs: features 2i
    and 2i+1 share one angle.""",
    try_next="Which i belongs to feature 4, and which to feature 5?",
    hint="For feature j the exponent is (j - j % 2) / d_model.",
)

mistakes.add(
    "one-frequency",
    edit("usual", {"/ d_model": "// d_model"}),
    means="""All features have the same frequency, as if your exponent were 0 everywhere. Integer
    division (`//`) does that, or a formula without an exponent.""",
    try_next="Print your exponents for d_model=4: they should be 0 and 0.5.",
    hint="Use `/` in the exponent.",
    source="https://github.com/Kyubyong/transformer/pull/81",
)

mistakes.add(
    "cosine-of-the-next",
    edit("usual", {"angle.cos": "(position / 10000 ** ((two_i + 1) / d_model)).cos"}),
    means="""Sine and cosine of a pair have different frequencies. The cosine should use the same
    angle as the sine beside it.""",
    try_next="Features 2i and 2i+1 are a pair. Do both use one angle?",
    hint="Use one angle for features 2i and 2i+1.",
    source="https://github.com/maxjcohen/transformer/issues/62",
)

mistakes.add(
    "exponent-halved",
    edit("usual", {"0, d_model,": "d_model //"}),
    means="""Your exponents are half as large as in the formula, so the waves are too quick: the 2
    in 2i/d_model is missing, or is divided away.""",
    try_next="Print your exponents for d_model=4: they should be 0 and 0.5.",
)

mistakes.add(
    "odd-not-refused",
    edit("usual", {
        """
            if d_model % 2:
                raise ValueError(f"d_model={d_model} must be even")
        """: "",
        "angle.cos()": "angle.cos()[:, : d_model // 2]",
    }),
    means="With an odd d_model one feature has no partner, and your code goes on silently.",
    try_next="What should the caller be told when a feature has no partner?",
    hint="Test `d_model % 2` first.",
    fails="refuses",
)

mistakes.add(
    "sine-only",
    edit("usual", {"angle.cos": "angle.sin"}),
    means="Odd features should hold the cosine.",
    try_next="Look at features 1, 3, 5, ...",
)

mistakes.add(
    "sine-and-cosine-swapped",
    edit("usual", {"angle.sin": "angle.cos", "angle.cos": "angle.sin"}),
    means="Even features hold the cosine and odd ones the sine. It should be the other way round.",
    try_next="Feature 0 at position 0 is sin 0 = 0.",
)

mistakes.add(
    "tensor2tensor-waves",
    edit("usual", {
        "/ d_model": "/ max(d_model - 2, 1)",
        FILLED: """
            table = torch.cat([angle.sin(), angle.cos()], dim=-1).float()
        """,
    }),
    means="""These are the waves of tensor2tensor and fairseq. Two things differ from the paper's
    formula: all sines stand first and all cosines after them, and the slowest wave is reached at
    the last pair (d_model/2 - 1 instead of d_model/2).""",
    try_next="""Sine and cosine of one angle are neighbours: features 2i and 2i+1. The angle is
    pos / 10000^(2i/d_model).""",
    hint="Fill `table[:, 0::2]` and `table[:, 1::2]`, and divide the exponent by d_model.",
    source="https://github.com/tensorflow/tensor2tensor/blob/master/tensor2tensor/layers/common_attention.py",
)

mistakes.add(
    "alternates-by-position",
    edit("usual", {
        "torch.arange(0, d_model, 2, dtype=torch.float64)": "torch.arange(d_model) // 2 * 2",
        FILLED: """
            table = angle.sin().float()
            table[1::2] = angle[1::2].cos().float()
        """,
    }),
    means="""Your sine and cosine alternate from position to position. Several texts say so, and
    it is wrong: they alternate from FEATURE to feature.""",
    try_next="""What decides between sine and cosine in your code: the number of the row, or that
    of the column?""",
)

mistakes.add(
    "last-exponent-one",
    edit("usual", {"/ d_model": "/ max(d_model - 2, 1)"}),
    means="""Your exponents run from 0 to 1. In the paper the last one is (d_model - 2)/d_model:
    it does not reach 1.""",
    try_next="Print your exponents for d_model=4: they should be 0 and 0.5.",
    hint="""The exponents are 0/d_model, 2/d_model, 4/d_model, ... A `linspace(0, 1, ...)`, or a
    division by the largest number, ends at 1.""",
)

mistakes.harmless(
    "torch.arange(length, dtype=torch.float64) -> torch.arange(length)",
    because="whole numbers up to 2**53 are exact in both types, and the quotient is float64",
)
mistakes.harmless(
    "torch.arange(0, d_model, 2, dtype=torch.float64) -> torch.arange(0, d_model, 2)",
    because="whole numbers up to 2**53 are exact in both types, and the quotient is float64",
)
mistakes.harmless("table[:, 0::2] -> table[:, ::2]", because="a slice begins at 0")
mistakes.harmless(
    kind="detach",
    because="nothing here is trained, so no gradient is there to be cut off",
)
mistakes.harmless(
    "torch.zeros(length, d_model) -> torch.ones_like(torch.zeros(length, d_model))",
    because="every entry is overwritten",
)
mistakes.harmless(
    kind="slip",
    within="if d_model % 2",
    because="PyTorch stops at the same arguments by itself, and any error refuses",
)
mistakes.harmless(
    kind="fixed",
    within="if d_model % 2",
    because="PyTorch stops at the same arguments by itself, and any error refuses",
)
mistakes.harmless(
    kind="slip",
    within="raise ValueError",
    because="PyTorch stops at the same arguments by itself, and any error refuses",
)
