"""What goes wrong in `LanguageModel`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "too-long-is-cut",
    edit("usual", {
        """
            def forward(self, ids):
        """: """
            def forward(self, ids):
                ids = ids[:, : self.max_len]
        """,
    }),
    means="""A text of more than max_len ids passes, where an error is due: it is cut, or places
    beyond the last one are given some row, in silence.""",
    try_next="Which part of yours knows `max_len`, and raises? Does it see the whole text?",
    hint="Hand all of `ids` on: `LearnedPosition` raises by itself.",
)

mistakes.add(
    "dropout-not-passed",
    edit("usual", {"dropout,": ""}),
    means="The layers inside the encoder drop nothing in training mode.",
    try_next="Which arguments does your encoder get? Is the rate among them, and in its place?",
    hint="`Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first=True)`.",
)

mistakes.add(
    "last-place-alone",
    edit("usual", {"return x": "return x[:, -1:]"}),
    means="""You give the logits of the last place alone. In training every place predicts its
    next token.""",
    try_next="Compare the shape of your result with (B, L, V).",
)

mistakes.add(
    "dropout-behind-the-embedding-missing",
    edit("usual", {
        "self.dropout(self.positions(self.tokens(ids)))": "self.positions(self.tokens(ids))",
    }),
    means="Dropout is not applied to the sum of token row and position.",
    try_next="What stands between the positions and the encoder?",
    hint="`self.dropout(...)` around the sum.",
)

mistakes.add(
    "mask-ignored",
    edit("usual", {"(x, causal_mask(ids.shape[1], ids.device))": "(x)"}),
    means="""Nothing hides the future from the encoder, so each place reads it: in training the
    answer stands in plain sight.""",
    try_next="""What does the encoder get beside x, and which places does it block? Print it for 3
    tokens.""",
    hint="`causal_mask(ids.shape[1], ids.device)`.",
)

mistakes.add(
    "max-len-not-kept",
    edit("usual", {"self.max_len = max_len": ""}),
    means="""`model.max_len` is not there. Whoever generates text asks the model how much it can
    read.""",
    try_next="Which attribute does the docstring name?",
    hint="`self.max_len = max_len`.",
)

mistakes.add(
    "scaled-by-root",
    edit("usual", {"self.tokens(ids)": "self.tokens(ids) * self.tokens.embedding_dim**0.5"}),
    means="""Your token rows are multiplied by √d_model, as in `TransformerEmbedding`. This model
    adds them to the positions as they are.""",
    try_next="What does the docstring say of the factor √d_model?",
    hint="`self.positions(self.tokens(ids))`.",
)

mistakes.add(
    "output-with-a-bias",
    edit("tied_linear", {", bias=False": ""}),
    means="The output has a bias. The contract asks for x · tableᵀ alone.",
    try_next="How many numbers does your model learn beyond the two tables and the layers?",
    hint="`x @ self.tokens.weight.mT` needs no layer.",
)

mistakes.add(
    "output-of-its-own",
    edit("tied_linear", {"self.head.weight = self.embed.weight": "pass"}),
    edit("tied_linear", {"self.head.weight = self.embed.weight": "pass", ", bias=False": ""}),
    means="""Your output layer has a Parameter of its own. Here one table serves twice: it reads
    the tokens and it says them. To share `.data` leaves two Parameters, each with a gradient of
    its own.""",
    try_next="Which Parameter turns x into logits?",
    hint="`x @ self.tokens.weight.mT`.",
)

mistakes.add(
    "row-of-a-pad",
    edit("usual", {"(vocab_size, d_model)": "(vocab_size, d_model, padding_idx=0)"}),
    means="""One row of your table is that of a pad (`padding_idx`): no reading ever trains it. A
    language model has no pads, so that id is a token like all others.""",
    try_next="Which part of yours has a pad? Which row's gradient misses a share?",
    hint="`nn.Embedding(vocab_size, d_model)` without `padding_idx`.",
)

mistakes.add(
    "norm-first-missing",
    edit("usual", {", norm_first=True": ""}),
    means="""The norm after the last layer is missing. This model is pre-LN:
    `Encoder(norm_first=True)` has a norm at its end, and a post-LN encoder has none.""",
    try_next="Does your model use `Encoder`, and which argument says that it is pre-LN?",
    hint="`norm_first=True`.",
)

mistakes.add(
    "fixed-positions",
    edit("usual", {
        "LearnedPosition(max_len, d_model)": "None",
        "self.positions(self.tokens(ids))":
            "self.tokens(ids) + sinusoidal_encoding(*ids.shape[1:], self.tokens.embedding_dim)",
    }),
    edit("usual", {
        "LearnedPosition(max_len, d_model)": "None",
        "self.positions(self.tokens(ids))": "self.tokens(ids)",
    }),
    means="""Your model learns no row for each place: the positions are missing, or computed, or
    kept where no optimizer sees them.""",
    try_next="How many numbers should the positions have, and which part of yours holds them?",
    hint="`LearnedPosition(max_len, d_model)`.",
)

mistakes.add(
    "probabilities-not-logits",
    edit("usual", {"x @ self.tokens.weight.T": "(x @ self.tokens.weight.T).softmax(-1)"}),
    means="You give probabilities. The loss takes the softmax itself, so it would be taken twice.",
    try_next="Do your rows add up to 1?",
    hint="Return `x @ self.tokens.weight.mT` as it is.",
)
