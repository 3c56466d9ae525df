"""What goes wrong in `SwiGLU`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()
MIDDLE = "F.silu(self.gate(x)) * self.wide(x)"

mistakes.add(
    "gate-and-wide-exchanged",
    edit("usual", {MIDDLE: "F.silu(self.wide(x)) * self.gate(x)"}),
    means="""silu stands on `wide`, not on `gate`. In training you would not notice; with a
    published file it gives nonsense, since its gate is your other map.""",
    try_next="Which of the two goes through silu in the formula?",
    hint="`F.silu(self.gate(x)) * self.wide(x)`.",
)

mistakes.add(
    "sigmoid-in-place-of-silu",
    edit("usual", {"F.silu(self.gate(x))": "torch.sigmoid(self.gate(x))"}),
    means="Your gate is the sigmoid alone (GLU). silu(z) is z · sigmoid(z).",
    try_next="What is silu(2)? And sigmoid(2)?",
    hint="`F.silu(z)`.",
)

mistakes.add(
    "other-activation",
    *edits("usual", "F.silu", "F.gelu", "torch.relu", "torch.tanh"),
    means="Another function stands on the gate. SwiGLU has silu there.",
    try_next="Print your function at -1, 0 and 1: silu gives -0.27, 0 and 0.73.",
    hint="`F.silu(z)`.",
)

mistakes.add(
    "no-activation",
    edit("usual", {"F.silu(self.gate(x))": "self.gate(x)"}),
    means="Nothing stands on the gate: you multiply two plain maps.",
    try_next="Where is silu in your `forward`?",
    hint="`F.silu(self.gate(x))`.",
)

mistakes.add(
    "silu-on-both",
    edit("usual", {"self.wide(x)": "F.silu(self.wide(x))"}),
    edit("usual", {MIDDLE: "F.silu(self.gate(x) * self.wide(x))"}),
    means="silu stands on more than the gate. `wide` comes as it is.",
    try_next="Put brackets into the formula: what exactly goes through silu?",
    hint="`F.silu(self.gate(x)) * self.wide(x)`.",
)

mistakes.add(
    "sum-in-place-of-product",
    edit("usual", {"F.silu(self.gate(x)) *": "F.silu(self.gate(x)) +"}),
    means="You add the two maps. A gate multiplies: where it is 0 nothing passes.",
    try_next="What does your network give where the gate is 0?",
    hint="`*`.",
)

mistakes.add(
    "no-gate",
    *edits("usual", MIDDLE, "F.silu(self.wide(x))", "F.silu(self.gate(x))"),
    means="One of the two maps plays no part: this is a plain feed-forward network.",
    try_next="Which of your three layers does `forward` call?",
    hint="`F.silu(self.gate(x)) * self.wide(x)`.",
)

mistakes.add(
    "bias-kept",
    edit("usual", {
        "self.gate = nn.Linear(d_model, d_ff, bias=False)": "self.gate = nn.Linear(d_model, d_ff)",
        "self.wide = nn.Linear(d_model, d_ff, bias=False)": "self.wide = nn.Linear(d_model, d_ff)",
        "nn.Linear(d_ff, d_model, bias=False)": "nn.Linear(d_ff, d_model)",
    }),
    edit("usual", {"nn.Linear(d_ff, d_model, bias=False)": "nn.Linear(d_ff, d_model)"}),
    means="Your maps have a bias. A Llama file holds none.",
    try_next="How many numbers should three matrices between 4 and 7 features hold?",
    hint="`bias=False`.",
)
