"""What goes wrong in `FeedForward`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "conv-axes",
    code("""
        class FeedForward(nn.Module):
            def __init__(self, d_model, d_ff, dropout=0.0):
                super().__init__()
                self.a, self.b = nn.Conv1d(d_model, d_ff, 1), nn.Conv1d(d_ff, d_model, 1)
                self.drop = nn.Dropout(dropout)

            def forward(self, x):
                return self.b(self.drop(self.a(x).relu()))
    """),
    means="""`nn.Conv1d` wants the features on axis 1, (B, features, L). One of yours met another
    number there: the axes came as (B, L, features), or its two sizes are swapped.""",
    try_next="""Which number stands on axis 1 before each convolution, and for how many features
    was it made?""",
    hint="`.transpose(1, 2)` before the first convolution and after the last.",
    raises=r"expected input.*to have \d+ channels",
)

mistakes.add(
    "dropout-in-eval",
    edit("usual", {"self.dropout(hidden)": "F.dropout(hidden, self.dropout.p)"}),
)

mistakes.add(
    "dropout-on-input",
    edit("usual", {
        "(self.wide(x))": "(self.wide(self.dropout(x)))",
        "(self.dropout(hidden))": "(hidden)",
    }),
    means="""You dropped numbers from the input. The contract drops hidden features, after ReLU,
    and nowhere else.""",
    try_next="Where does dropout stand: before the first map, or between the two?",
    hint="self.second(self.dropout(torch.relu(self.first(x))))",
)

mistakes.add(
    "dropout-on-output",
    code("""
        class FeedForward(nn.Sequential):
            def __init__(self, d_model, d_ff, dropout=0.0):
                super().__init__(
                    nn.Linear(d_model, d_ff), nn.ReLU(), nn.Linear(d_ff, d_model), nn.Dropout(dropout)
                )
    """),
    means="""You dropped numbers from the output of the network. The contract drops hidden
    features, after ReLU, and nowhere else: the layer round this network has a dropout of its own
    for the output.""",
    try_next="Where does dropout stand: between the two maps, or after the second one?",
    hint="self.second(self.dropout(torch.relu(self.first(x))))",
)

mistakes.add(
    "dropout-missing",
    edit("usual", {"(self.dropout(hidden))": "(hidden)"}),
    means="The argument `dropout` has no effect.",
    try_next="Does the rate reach an `nn.Dropout`, and does the second map get what that returns?",
)

mistakes.add(
    "dropped-twice",
    edit("usual", {
        "self.narrow(self.dropout(hidden))": "self.dropout(self.narrow(self.dropout(hidden)))",
    }),
    means="""Dropout works twice: on the hidden numbers, and once more on them, on the output or
    on the input. The contract asks for it once, after ReLU.""",
    try_next="How often does a number meet dropout on its way through your network?",
)

mistakes.add(
    "rate-ignored",
    edit("usual", {"(dropout)": "(0.1)"}),
)

mistakes.add(
    "other-activation",
    edit("usual", {"torch.relu": "F.gelu"}),
    means="""Your numbers are those of GELU. Later models use it; the paper, and this exercise,
    use ReLU.""",
    try_next="Compare the function between your two maps with the formula.",
    hint="Use `torch.relu`.",
)

mistakes.add(
    "kept-not-scaled",
    code("""
        class FeedForward(nn.Module):
            def __init__(self, d_model, d_ff, dropout=0.0):
                super().__init__()
                self.wide = nn.Linear(d_model, d_ff)
                self.narrow = nn.Linear(d_ff, d_model)
                self.rate = dropout

            def forward(self, x):
                hidden = self.wide(x).relu()  # (B, L, d_ff)
                if self.training:
                    hidden = hidden * (torch.rand_like(hidden) >= self.rate)
                return self.narrow(hidden)
    """),
    means="""Your dropout sets features to 0 and leaves the others as they are, so their mean
    falls by p in training. Dropout divides what it keeps by 1 - p.""",
    try_next="Of features that are all 1, what is the mean after your dropout with p = 0.5?",
    hint="`nn.Dropout(dropout)` does both.",
)

mistakes.add(
    "bias-forgotten",
    edit("usual", {
        "d_model, d_ff": "d_model, d_ff, bias=False",
        "d_ff, d_model": "d_ff, d_model, bias=False",
    }),
    means="""Your two maps have no bias. The formula is max(0, x W1 + b1) W2 + b2, with two of
    them.""",
    try_next="""Where are b1 and b2 made in your code? `bias=False` leaves them out, and so does a
    matrix alone.""",
)

mistakes.add(
    "no-gradient",
    edit("usual", {
        """
            def forward(self, x: Tensor) -> Tensor:
        """: """
            @torch.no_grad()
            def forward(self, x):
        """,
    }),
)

mistakes.add(
    "no-activation",
    edit("usual", {"torch.relu(self.wide(x))": "self.wide(x)"}),
    means="""No ReLU works between the two maps. Two linear maps in a row are one linear map, so
    the width d_ff gains nothing.""",
    try_next="What does the second map get: the result of the first one, or its ReLU?",
    hint="self.second(torch.relu(self.first(x)))",
)

mistakes.add(
    "norm-inside",
    edit("usual", {
        """
            self.narrow = nn.Linear(d_ff, d_model)
        """: """
            self.narrow = nn.Linear(d_ff, d_model)
            self.norm = nn.LayerNorm(d_model)
        """,
        "self.narrow(self.dropout(hidden))": "self.norm(x + self.narrow(self.dropout(hidden)))",
    }),
    means="""There is a LayerNorm inside. It belongs to the layer around this network, as the
    residual does.""",
    try_next="Keep only the two linear maps, ReLU and dropout here.",
)

mistakes.add(
    "activation-last",
    edit("usual", {
        "torch.relu(self.wide(x))": "self.wide(x)",
        "self.narrow(self.dropout(hidden))": "torch.relu(self.narrow(self.dropout(hidden)))",
    }),
    means="ReLU stands at the end and not in the middle. Nothing negative can come out.",
    try_next="Move `relu` to the result of the first layer.",
)

mistakes.add(
    "activation-after-both",
    edit("usual", {
        "self.narrow(self.dropout(hidden))": "torch.relu(self.narrow(self.dropout(hidden)))",
    }),
    means="""ReLU stands after both maps. Then nothing negative can come out, and a token can only
    grow in the residual sum.""",
    try_next="After which of the two maps does ReLU belong? A loop over both gives it to each.",
)

mistakes.add(
    "residual-inside",
    edit("usual", {"return self": "return x + self"}),
    means="""You added x to the result. The layer around this network adds it too, so it would
    count twice.""",
    try_next="Return only what the second map gives.",
)

mistakes.add(
    "sizes-do-not-meet",
    edit("usual", {"d_ff, d_model": "d_model, d_ff"}),
)
