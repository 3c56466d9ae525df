"""pad-id-fixed

Row 0 is kept at zero, whatever `pad_id` says.
Try: Look for a number in your code that should be the argument.
Hint: nn.Embedding(V, d_model, padding_idx=pad_id)
Seen: https://github.com/hyunwoongko/transformer/issues/11
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model, padding_idx=0)
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table(ids)
        return rows * self.factor
