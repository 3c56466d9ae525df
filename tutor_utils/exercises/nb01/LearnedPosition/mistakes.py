"""What goes wrong in `LearnedPosition`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "table-not-trained",
    edit("usual", {
        "table = nn.Embedding(max_len, d_model)":
            'register_buffer("table", torch.randn(max_len, d_model))',
        "(places)": "[places]",
    }),
    edit("usual", {"nn.Embedding": "torch.randn", "(places)": "[places]"}),
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
    seen="https://github.com/tanjimin/C.Origami/issues/42",
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
    seen="https://github.com/karpathy/nanoGPT/issues/473",
)

mistakes.add(
    "concatenated",
    edit("usual", {
        "return x + rows": "return torch.cat([x, rows.expand(x.shape[0], -1, -1)], dim=-1)",
    }),
)

mistakes.add(
    "gradient-cut",
    edit("usual", {"(places)": "(places).detach()"}),
)

mistakes.add(
    "same-position-everywhere",
    edit("usual", {"(places)": "(torch.zeros_like(places))"}),
    means="Every token got the row of position 0.",
    try_next="Which rows of the table does a sentence of 3 tokens need?",
    hint="Use positions 0 to L-1.",
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
    code("""
        class LearnedPosition(nn.Module):

            def __init__(self, max_len: int, d_model: int) -> None:
                super().__init__()
                self.max_len = max_len
                self.table = nn.Embedding(max_len, d_model)

            def forward(self, x: Tensor) -> Tensor:
                length = x.shape[1]
                if length >= self.max_len:
                    raise ValueError(f"L={length} is larger than max_len={self.max_len}")
                return x + self.table(torch.arange(length, device=x.device))  # (L, d_model) broadcasts
    """),
)

mistakes.add(
    "multiplied",
    edit("usual", {"return x +": "return x *"}),
    means="You multiplied. Positions are added.",
    try_next="Which operation joins words and positions?",
    hint="Use +.",
)

mistakes.add(
    "whole-table-added",
    edit("usual", {"(places)": ".weight"}),
    means="You added all max_len rows. A sentence of L tokens takes the first L.",
    try_next="Compare the number of rows that you add with the number of tokens.",
    hint="`table[:L]`",
)

mistakes.add(
    "words-lost",
    edit("usual", {"return x + rows": "return rows.expand(x.shape[0], -1, -1)"}),
    means="You returned the positions alone. The words are lost.",
    try_next="What does your result say of the words in x?",
    hint="Add the table to x.",
)

mistakes.add(
    "words-scaled",
    edit("usual", {"return x + rows": "return x * math.sqrt(x.shape[-1]) + rows"}),
    means="""The words are multiplied by √d_model here. That is done once, where ids become
    vectors: in TokenEmbedding.""",
    try_next="What should come out where all rows of the table are 0?",
    hint="x + rows",
)
