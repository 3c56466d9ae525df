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
    edit("usual", {
        """
            if L > self.max_len:
                raise ValueError(f"L={L} is larger than max_len={self.max_len}")
        """: "",
        "(L, device=x.device)": "(L, device=x.device).clamp(max=self.max_len - 1)",
    }),
    means="More tokens came than the table has rows, and your code goes on silently.",
    try_next="Which two numbers must be compared before the rows are taken?",
    hint="Test `L > max_len` first.",
    fails="refuses",
    source="https://github.com/karpathy/nanoGPT/issues/473",
)

mistakes.add("gradient-cut", edit("usual", {"(places)": "(places).detach()"}))

mistakes.add("positions-from-one", edit("usual", {"L, device": "1, L + 1, device"}))

mistakes.add("max_len-refused", edit("usual", {"L > self": "L >= self"}))

mistakes.harmless(
    "if length > self.max_len: | raise ValueError(f'L={length} is larger than max_len={self.max_len}') -> pass",
    because="PyTorch stops at the same arguments by itself, and any error refuses",
)
mistakes.harmless(
    kind="slip",
    within="raise ValueError",
    because="PyTorch stops at the same arguments by itself, and any error refuses",
)
