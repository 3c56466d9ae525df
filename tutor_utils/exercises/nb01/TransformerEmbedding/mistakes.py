"""What goes wrong in `TransformerEmbedding`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "positions-stay-behind",
    edit("usual", {
        'register_buffer("positions", sinusoidal_encoding(max_len, d_model))':
            "positions = sinusoidal_encoding(max_len, d_model)",
    }),
    means="""The module moved to another device, and your positions stayed on the CPU: they are a
    plain attribute, or are made anew in `forward` without a word about the device.""",
    try_next="How is a table kept that moves along but is not trained?",
    hint="Use `self.register_buffer`.",
    raises="on device meta|the same device|expected device meta",
    source="https://github.com/wingedsheep/transformer/issues/4",
)

mistakes.add(
    "positions-by-sentence",
    edit("usual", {"[: ids.shape[1]]": "[: ids.shape[0]][:, None]"}),
    means="Every token of a sentence gets the same position: the table was cut along the batch.",
    try_next="Which axis of ids counts the tokens?",
    hint="Cut by ids.shape[1]. Tokens are axis 1 here, and not axis 0.",
    source="https://github.com/tanjimin/C.Origami/issues/42",
)

mistakes.add(
    "dropout-in-eval",
    edit("usual", {
        "drop = nn.Dropout(dropout)": "rate = dropout",
        "return self.drop(total)": "return F.dropout(total, self.rate)",
    }),
)

mistakes.add(
    "dropout-at-the-wrong-place",
    edit("usual", {"words + places": "self.drop(words) + places", "self.drop(total)": "total"}),
    means="""You dropped before the sum: from the words, or from words and positions, each by
    itself. Dropout belongs on the sum (paper, section 5.4).""",
    try_next="What goes into your dropout: the words, the positions, or their sum?",
    hint="Add first, then drop.",
)

mistakes.add(
    "positions-from-one",
    edit("usual", {"(max_len, d_model)": "(max_len + 1, d_model)[1:]"}),
)

mistakes.add(
    "learned-positions",
    edit("usual", {
        'register_buffer("positions", sinusoidal_encoding(max_len, d_model))':
            "positions = LearnedPosition(max_len, d_model)",
        """
            places = self.positions[: ids.shape[1]]
            total = words + places
        """: """
            total = self.positions(words)
        """,
    }),
    means="""Your positions are a table that is learned. Here the sinusoidal ones are asked for,
    which stay as they are.""",
    try_next="Which of your two parts of this notebook gives positions without a parameter?",
    hint="Use your sinusoidal_encoding.",
)

mistakes.add("dropout-missing", edit("usual", {"self.drop(total)": "total"}))

mistakes.add(
    "pad-forgotten",
    edit("usual", {
        "TokenEmbedding(V, d_model, pad_id)": "nn.Embedding(V, d_model)",
        "tokens(ids)": "tokens(ids) * math.sqrt(self.positions.shape[1])",
    }),
    means="The pad has a row that learns, as if it were a word.",
    try_next="What does your table of words know of `pad_id`?",
    hint="Use your TokenEmbedding, and give it `pad_id`.",
)

mistakes.add(
    "no-positions",
    edit("usual", {"+ places": ""}),
    means="There are no positions in your output. The model could not tell an order.",
    try_next="Where does the table of positions meet the words?",
    hint="Add the first L rows of the table.",
    source="https://github.com/Lightning-AI/pytorch-lightning/pull/20099",
)

mistakes.add(
    "no-scale",
    edit("usual", {"TokenEmbedding": "nn.Embedding"}),
    means="""The words are not multiplied by √d_model, as `TokenEmbedding` does it (paper, section
    3.4). Here the rows of the table are added to the positions as they are.""",
    try_next="Which part of this notebook turns ids into vectors, with the factor?",
    hint="Use your TokenEmbedding.",
)

mistakes.add(
    "pads-wiped-out",
    edit("usual", {
        "= max_len": ", self.pad_id = max_len, pad_id",
        "self.drop(total)": "self.drop(total.masked_fill((ids == self.pad_id)[..., None], 0))",
    }),
    means="""Your output is zero at the pads. Only the pad's row of the token table is zero: a
    position is added to a pad as to every other token, and the masks hide it later.""",
    try_next="What is the sum of a row of zeros and the position's vector?",
    hint="Leave out what looks for pad_id in `forward`.",
)

mistakes.add(
    "positions-are-trained",
    *edits(
        "usual",
        'register_buffer("positions", sinusoidal_encoding(max_len, d_model))',
        "positions = nn.Parameter(sinusoidal_encoding(max_len, d_model))",
        "positions = nn.Parameter(sinusoidal_encoding(max_len, d_model), requires_grad=False)",
    ),
    means="""The sinusoidal table is a Parameter: the optimizer would change it. A frozen one (the
    weight of a frozen `nn.Embedding` is one) learns after one `requires_grad_(True)` on the
    model.""",
    try_next="How is a table kept that moves along but is not trained?",
    hint="Use `self.register_buffer`.",
)

mistakes.add(
    "dropout-rate-fixed",
    edit("usual", {"(dropout)": "()"}),
    means="""Your dropout drops half, as it does where no rate is given. The caller's `dropout`
    does not reach it.""",
    try_next="Which rate does your dropout get, and where does it come from?",
    hint="Give the argument on: `nn.Dropout(dropout)`.",
)

mistakes.add(
    "scaled-twice",
    edit("usual", {"tokens(ids)": "tokens(ids) * math.sqrt(self.positions.shape[1])"}),
    means="""In total the words are multiplied by d_model: √d_model twice (TokenEmbedding does it
    already), or a root is missing.""",
    try_next="Which factors meet the words before the sum? Count the one in TokenEmbedding.",
    hint="One factor √d_model is enough: that of TokenEmbedding.",
)

mistakes.add(
    "positions-scaled-too",
    edit("usual", {
        "TokenEmbedding": "nn.Embedding",
        "total = words + places": "total = (words + places) * math.sqrt(words.shape[-1])",
    }),
    means="Words and positions are both multiplied by √d_model. Only the words are.",
    try_next="What does your factor reach: the words, the positions, or their sum?",
    hint="Multiply the words alone, before you add. TokenEmbedding does it already.",
    source="https://github.com/SamLynnEvans/Transformer/issues/10",
)

mistakes.add("max_len-refused", edit("usual", {"ids.shape[1] > self": "ids.shape[1] >= self"}))
