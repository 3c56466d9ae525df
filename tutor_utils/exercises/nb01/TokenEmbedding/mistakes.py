"""What goes wrong in `TokenEmbedding`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "scaled-by-d_model",
    edit("usual", {"math.sqrt(d_model)": "d_model"}),
    means="In total the rows are multiplied by d_model, not by its root.",
    try_next="""Compare your factor with the docstring. Is a root missing, or is the factor there
    twice?""",
    hint="Multiply by √d_model once.",
)

mistakes.add(
    "divided-by-root",
    edit("usual", {"return rows *": "return rows /"}),
    means="The rows are divided by √d_model and not multiplied.",
    try_next="Should the vectors grow or shrink before the positions are added?",
    hint="Multiply by √d_model: `* d_model ** 0.5`, not `/`, and no minus in the exponent.",
    source="https://github.com/pytorch/tutorials/issues/2849",
)

mistakes.add("gradient-cut", edit("usual", {"table(ids)": "table(ids).detach()"}))

mistakes.add(
    "pad-row-not-zero",
    edit("usual", {", padding_idx=pad_id": ""}),
    edit("usual", {
        "self.table = nn.Embedding(V, d_model, padding_idx=pad_id)": """
            self.table = nn.Embedding(V, d_model, padding_idx=pad_id)
            nn.init.normal_(self.table.weight)
        """,
    }),
    means="""The pad's vector should be zeros: it says nothing. Your table does not know which row
    is the pad's, or was filled anew, as `nn.init` does, after `nn.Embedding` had set it to zero.""",
    try_next="Which line fills the table, and what tells it which row belongs to the pad?",
    hint="""nn.Embedding(V, d_model, padding_idx=pad_id); whoever fills the table anew sets that row
    to zero again.""",
)

mistakes.add(
    "no-scale",
    edit("usual", {"* self.factor": ""}),
    means="""What comes out are the rows of the table as they are; the contract multiplies them by
    √d_model. Where the table is the output matrix too, as in the paper, it is drawn small, and the
    factor makes up for it.""",
    try_next="""Where does the factor meet the rows that `forward` looks up? Put into the table
    once, it is lost as soon as the table gets other numbers.""",
    hint="* math.sqrt(d_model)",
    source="https://github.com/SamLynnEvans/Transformer/issues/10",
)

mistakes.add("pad-id-fixed", edit("usual", {"padding_idx=pad_id": "padding_idx=0"}))

mistakes.add(
    "table-not-trained",
    edit("usual", {
        "self.table = nn.Embedding(V, d_model, padding_idx=pad_id)": """
            self.table = torch.randn(V, d_model)
            self.table[pad_id] = 0
        """,
        "table(ids)": "table[ids]",
    }),
)

mistakes.add(
    "sizes-swapped",
    edit("usual", {"V, d_model, padding_idx": "d_model, V, padding_idx"}),
    means="The table has d_model rows of V features. It should have V rows of d_model features.",
    try_next="What does the first argument of `nn.Embedding` count, and what the second?",
    hint="nn.Embedding(V, d_model, ...): first how many, then how wide.",
)

mistakes.add(
    "pad-row-trained",
    edit("usual", {
        "self.table = nn.Embedding(V, d_model, padding_idx=pad_id)": """
            self.table = nn.Embedding(V, d_model)
            with torch.no_grad():
                self.table.weight[pad_id] = 0
        """,
    }),
    means="The pad's row is zero now, but training would change it.",
    try_next="Which argument of `nn.Embedding` keeps one row at zero and out of the training?",
    hint="nn.Embedding(V, d_model, padding_idx=pad_id)",
)
