"""What goes wrong in `rotate`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "neighbours-paired",
    edit("usual", {
        "x[..., :half], x[..., half:]": "x[..., 0::2], x[..., 1::2]",
        "torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)":
            "torch.stack([a * cos - b * sin, b * cos + a * sin], dim=-1).flatten(-2)",
    }),
    code("""
        def rotate(x, positions, base=10000.0):
            d = x.shape[-1]
            if d % 2:
                raise ValueError(f"d_k={d}")
            freqs = 1.0 / (base ** (torch.arange(0, d, 2, device=x.device)[: (d // 2)].float() / d))
            freqs_cis = torch.polar(torch.ones(len(positions), d // 2, device=x.device), torch.outer(positions.float(), freqs))
            x_ = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
            return torch.view_as_real(x_ * freqs_cis).flatten(3).type_as(x)
    """),
    means="""You turn neighbours: features 0 and 1, 2 and 3. Here feature i goes with feature i +
    d_k/2. The paper pairs neighbours, Llama files pair the halves; at position 0 both are
    alike.""",
    try_next="With 4 features: which one turns together with feature 0?",
    hint="`a, b = x[..., :half], x[..., half:]`.",
)

mistakes.add(
    "halves-joined-as-neighbours",
    edit("usual", {
        "torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)":
            "torch.stack([a * cos - b * sin, b * cos + a * sin], dim=-1).flatten(-2)",
    }),
    edit("usual", {"x[..., :half], x[..., half:]": "x[..., 0::2], x[..., 1::2]"}),
    edit("llama", {"torch.cat((freqs, freqs), dim=-1)": "freqs.repeat_interleave(2, dim=-1)"}),
    means="""You take pairs as halves in one line and as neighbours in another: where you cut them,
    join them, or lay out their angles. Here they are halves everywhere.""",
    try_next="With 4 features: which one turns together with feature 0, and by which angle?",
    hint="Take the halves, and `torch.cat` them again.",
)

mistakes.add(
    "turned-backwards",
    edit("usual", {
        "[a * cos - b * sin, b * cos + a * sin]": "[a * cos + b * sin, b * cos - a * sin]",
    }),
    edit("llama", {"(-x2, x1)": "(x2, -x1)"}),
    means="""Your clock hands turn the other way round. The model could learn that, but no file
    fits.""",
    try_next="Position 1, the hand (1, 0): is the sine that comes out above or below 0?",
    hint="(a cos - b sin, b cos + a sin).",
)

mistakes.add(
    "sign-lost",
    edit("usual", {"a * cos - b * sin": "a * cos + b * sin"}),
    edit("llama", {"(-x2, x1)": "(x2, x1)"}),
    means="A minus is missing: this is no turn, and the hands change their length.",
    try_next="Compare the length of a hand before and after.",
    hint="(a cos - b sin, b cos + a sin).",
)

mistakes.add(
    "read-after-its-turn",
    edit("usual", {
        """
            return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)
        """: """
            a = a * cos - b * sin
            return torch.cat([a, b * cos + a * sin], dim=-1)
        """,
    }),
    means="One half is turned already when the other one reads it. Both need the old numbers.",
    try_next="Which a stands in your line for b?",
    hint="Give the results names of their own.",
)

mistakes.add(
    "sine-and-cosine-exchanged",
    edit("usual", {"cos, sin = angle": "sin, cos = angle"}),
    means="Sine and cosine have changed places: position 0 turns by a quarter.",
    try_next="What should come out at position 0?",
    hint="a cos - b sin.",
)

mistakes.add(
    "doubled-twice",
    edit("llama", {"torch.arange(0, dim, 2, device=x.device)": "2 * torch.arange(0, dim, 2, device=x.device)"}),
    edit("usual", {"/ half)": "* 2 / half)"}),
    means="""Your exponent is twice too large. `arange(0, d_k, 2)` is 2i already; with
    `arange(d_k/2)` the 2 is still to come.""",
    try_next="Print your speeds for 4 features: 1 and 0.01 are wanted.",
    hint="base^(-2i/d_k), i = 0, 1, ..., d_k/2 - 1.",
)

mistakes.add(
    "not-doubled",
    edit("usual", {"/ half)": "/ x.shape[-1])"}),
    means="""Your exponent is half of what it should be: i/d_k, and the contract says 2i/d_k. The
    slow hands are too fast.""",
    try_next="Print your speeds for 4 features: 1 and 0.01 are wanted.",
    hint="base^(-2i/d_k), i = 0, 1, ..., d_k/2 - 1.",
)

mistakes.add(
    "faster-and-faster",
    edit("usual", {"(-torch.arange": "(torch.arange"}),
    means="""The exponent has lost its minus: each hand is faster than the one before, up to
    base.""",
    try_next="Print your speeds for 4 features: 1 and 0.01 are wanted.",
    hint="`base ** (-...)`.",
)

mistakes.add(
    "base-fixed",
    edit("usual", {"speed = base": "speed = 10000.0"}),
    means="The argument `base` has no effect. Newer files have another one, such as 500,000.",
    try_next="Where does `base` go?",
    hint="`base ** ...`.",
)

mistakes.add(
    "positions-not-used",
    edit("usual", {"positions[:, None]": "torch.arange(x.shape[2], device=x.device)[:, None]"}),
    means="""You count 0, 1, 2, ... whatever `positions` says. A token that comes after a cache
    does not stand at 0.""",
    try_next="What is the angle of a lone token at position 7?",
    hint="`positions[:, None] * speed`.",
)

mistakes.add(
    "turned-by-the-head",
    edit("usual", {
        "cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)":
            "cos, sin = angle.cos()[:, None].to(x.dtype), angle.sin()[:, None].to(x.dtype)",
    }),
    means="""Your angles do not lie as they should: a row for each token, a column for each pair,
    (L, d_k/2).""",
    try_next="Print the shape of the angles. Which axes of x do they meet?",
    hint="`cos` is (L, d_k/2); it meets the last two axes of x.",
    raises=r"size of tensor a .* must match the size of tensor b",
)

mistakes.add(
    "odd-size-passes",
    edit("pair_by_pair", {"if d_k % 2 == 1": "if False"}),
    means="With an odd d_k one feature has no partner, and you go on in silence.",
    try_next="What do you do with 5 features?",
    hint="`raise ValueError(f\"d_k={d_k} must be even\")`.",
)

mistakes.add(
    "changes-its-argument",
    edit("pair_by_pair", {
        "torch.zeros_like(x)": "x",
        "first, second = x[..., i], x[..., i + d_k // 2]":
            "first, second = x[..., i].clone(), x[..., i + d_k // 2].clone()",
    }),
)

mistakes.add("no-return", edit("usual", {"return torch": "torch"}))

mistakes.add(
    "device-named",
    edit("usual", {"torch.arange(half, device=x.device)": "torch.arange(half)"}),
)

mistakes.harmless(
    "torch.arange(half, device=x.device) -> torch.arange(half, device=positions.device)",
    because="both are on one device",
)
mistakes.harmless(
    "angle.cos().to(x.dtype) -> angle.cos()",
    because="x is float32 in this course, and so are sine and cosine",
)
mistakes.harmless(
    "angle.cos().to(x.dtype) -> angle.cos().to()",
    because="x is float32 in this course, and so are sine and cosine",
)
mistakes.harmless(
    "angle.sin().to(x.dtype) -> angle.sin()",
    because="x is float32 in this course, and so are sine and cosine",
)
mistakes.harmless(
    "angle.sin().to(x.dtype) -> angle.sin().to()",
    because="x is float32 in this course, and so are sine and cosine",
)
