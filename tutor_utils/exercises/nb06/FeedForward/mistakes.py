"""What goes wrong in `FeedForward`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "conv-axes",
    edit("conv", {"conv1(x.permute(0, 2, 1))": "conv1(x)", "(y).permute(0, 2, 1)": "(y)"}),
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

mistakes.add("dropout-missing", edit("usual", {"(self.dropout(hidden))": "(hidden)"}))
mistakes.add("rate-ignored", edit("usual", {"(dropout)": "(0.1)"}))

mistakes.add(
    "other-activation",
    edit("usual", {"torch.relu": "F.gelu"}),
    means="""Your numbers are those of GELU. Later models use it; the paper, and this exercise,
    use ReLU.""",
    try_next="Compare the function between your two maps with the formula.",
    hint="Use `torch.relu`.",
)

mistakes.add(
    "bias-forgotten",
    edit("usual", {"(d_model, d_ff)": "(d_model, d_ff, bias=False)", "(d_ff, d_model)": "(d_ff, d_model, bias=False)"}),
    means="""Your two maps have no bias. The formula is max(0, x W1 + b1) W2 + b2, with two of
    them.""",
    try_next="""Where are b1 and b2 made in your code? `bias=False` leaves them out, and so does a
    matrix alone.""",
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
        "nn.Dropout(dropout)": "nn.Dropout(dropout)\n        self.norm = nn.LayerNorm(d_model)",
        "self.narrow(self.dropout(hidden))": "self.norm(x + self.narrow(self.dropout(hidden)))",
    }),
    means="""There is a LayerNorm inside. It belongs to the layer around this network, as the
    residual does.""",
    try_next="Keep only the two linear maps, ReLU and dropout here.",
)

mistakes.add(
    "activation-last",
    edit("sequential", {"nn.ReLU(), ": "", "nn.Linear(d_ff, d_model)": "nn.Linear(d_ff, d_model), nn.ReLU()"}),
    edit("sequential", {"nn.Linear(d_ff, d_model)": "nn.Linear(d_ff, d_model), nn.ReLU()"}),
    means="A ReLU stands at the end, after the second map. Nothing negative can come out.",
    try_next="After which of the two maps does ReLU belong? A loop over both gives it to each.",
)

mistakes.add(
    "residual-inside",
    edit("usual", {"return self": "return x + self"}),
    means="""You added x to the result. The layer around this network adds it too, so it would
    count twice.""",
    try_next="Return only what the second map gives.",
)

mistakes.add("sizes-do-not-meet", edit("usual", {"d_ff, d_model": "d_model, d_ff"}))

mistakes.add(
    "dropout-elsewhere",
    edit("sequential", {"nn.Linear(d_model": "nn.Dropout(dropout), nn.Linear(d_model", "nn.Dropout(dropout), nn.Linear(d_ff": "nn.Linear(d_ff"}),
    edit("usual", {"self.narrow(self.dropout(hidden))": "self.dropout(self.narrow(hidden))"}),
    edit("sequential", {"nn.Linear(d_ff, d_model)": "nn.Linear(d_ff, d_model), nn.Dropout(dropout)"}),
    means="""You dropped numbers from the input or from the output of the network. The contract
    drops hidden features, once, after ReLU: the layer round this network has a dropout of its own
    for the output.""",
    try_next="Where does dropout stand: before the first map, between the two, or at the end?",
    hint="self.second(self.dropout(torch.relu(self.first(x))))",
)
