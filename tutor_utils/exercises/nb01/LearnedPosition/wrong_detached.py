"""gradient-cut

The table is a parameter, and no gradient reaches it: it would keep its first values.
Try: Look for `.data`, `.detach()`, `torch.no_grad()`, or a copy of the table.
Fails: trained
"""


class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d_model))

    def forward(self, x):
        if x.shape[1] > len(self.table):
            raise ValueError(f"L={x.shape[1]} is more than max_len={len(self.table)}")
        return x + self.table.detach()[: x.shape[1]] + 0 * self.table.sum()
