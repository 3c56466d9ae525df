"""What goes wrong in `LearnedPosition`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "table-not-trained",
    edit("usual", {
        "table = nn.Embedding(max_len, d_model)":
            'register_buffer("table", torch.randn(max_len, d_model))',
        "(places)": "[places]",
    }),
)

mistakes.add(
    "indexed-by-sentence",
    edit("usual", {
        "(L, device=x.device)": "(x.shape[0], device=x.device) % self.max_len",
        "x + rows": "x + rows[:, None]",
    }),
    means="You took a row for each sentence and not for each position.",
    try_next="Which axis of x counts the tokens, and which one the sentences?",
    hint="L is x.shape[1]; x.shape[0] is the batch.",
    source="https://github.com/tanjimin/C.Origami/issues/42",
)

mistakes.add(
    "long-input-not-refused",
    edit("index_error", {
        "(L, device=x.device)": "(L, device=x.device).clamp(max=self.max_len - 1)",
    }),
    means="More tokens came than the table has rows, and your code goes on silently.",
    try_next="Which two numbers must be compared before the rows are taken?",
    hint="Test `L > max_len` first.",
    fails="refuses",
    source="https://github.com/karpathy/nanoGPT/issues/473",
)

mistakes.add(
    "gradient-cut",
    edit("usual", {"(places)": "(places).detach()"}),
)

mistakes.add(
    "positions-from-one",
    edit("usual", {"L, device": "1, L + 1, device"}),
    means="""Your positions begin at 1. The first token has position 0, and a sentence of max_len
    tokens would want a row that is not there.""",
    try_next="Which row of the table does the first token get?",
    hint="`torch.arange(L)` begins at 0.",
)

mistakes.add(
    "a-row-too-many",
    edit("index_error", {
        ".table =": ".rows =",
        "(max_len, d_model)": "(max_len + 1, d_model)",
        """
            places = torch.arange(L, device=x.device)
            rows = self.table(places)
            return x + rows
        """: """
            if L > self.max_len:
                raise ValueError(f"length {L} is more than max_len={self.max_len}")
            return x + self.rows(torch.arange(1, L + 1, device=x.device))
        """,
    }),
    means="""Your table has max_len + 1 rows. A sentence has at most max_len tokens, so one row,
    the first or the last, belongs to nobody and never learns. Positions run from 0 to max_len - 1.""",
    try_next="Which row of your table does no token ever get?",
    hint="A table of max_len rows, and `torch.arange(L)`.",
)

mistakes.add(
    "max_len-refused",
    edit("usual", {"L > self": "L >= self"}),
)

mistakes.add(
    "looked-up-by-word",
    edit("usual", {"(places)": "(x.long())"}),
    means="""You looked the rows up by x. x holds the vectors of the words; a row is looked up by
    the position of its word.""",
    try_next="Which positions has a sentence of 3 tokens? Use these as the ids.",
    hint="`torch.arange(L)` gives the positions 0 to L-1.",
)

mistakes.harmless(
    "if length > self.max_len: | raise ValueError(f'L={length} is larger than max_len={self.max_len}') -> pass",
    because="PyTorch stops at the same arguments by itself, and any error refuses",
)
mistakes.harmless(
    kind="slip",
    within="raise ValueError",
    because="PyTorch stops at the same arguments by itself, and any error refuses",
)
