"""encoder-sizes-in-another-order

Your `Encoder` gets its sizes in the order in which your model gets them. It wants `num_layers`
first, then `d_model`: so it has d_model layers, of the width num_heads.
Try: Print the module, and count its layers. Compare the call with the first line of `Encoder`.
Hint: `Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first=True)`.
"""


class LanguageModel(nn.Module):
    def __init__(
        self,
        vocab_size: int,
        d_model: int,
        num_heads: int,
        num_layers: int,
        d_ff: int,
        max_len: int,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.max_len = max_len
        self.table = nn.Embedding(vocab_size, d_model)
        self.position = LearnedPosition(max_len, d_model)
        self.dropout = nn.Dropout(dropout)
        self.encoder = Encoder(d_model, num_heads, num_layers, d_ff, dropout, norm_first=True)

    def forward(self, ids: Tensor) -> Tensor:
        length = ids.shape[1]
        if length > self.max_len:
            raise ValueError(f"max_len is {self.max_len}, but there are {length} ids")
        x = self.dropout(self.position(self.table(ids)))
        x, _ = self.encoder(x, causal_mask(length, device=ids.device))
        return F.linear(x, self.table.weight)
