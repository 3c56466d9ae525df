class EncoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv1d(d_model, d_ff, 1), nn.Conv1d(d_ff, d_model, 1)
        self.norm_b, self.norm_a = nn.LayerNorm(d_model, eps=1e-6), nn.LayerNorm(d_model, eps=1e-6)
        self.att = MultiHeadAttention(d_model, num_heads)
        self.rate, self.first = dropout, norm_first
    def ffn(self, x):
        return self.conv2(F.relu(self.conv1(x.transpose(1, 2)))).transpose(1, 2)
    def drop(self, x):
        return F.dropout(x, self.rate, self.training)
    def forward(self, x, mask=None):
        if self.first:
            y = self.norm_a(x)
            a, w = self.att(y, y, y, mask)
            x = x + self.drop(a)
            return x + self.drop(self.ffn(self.norm_b(x))), w
        a, w = self.att(x, x, x, mask)
        x = self.norm_a(x + self.drop(a))
        return self.norm_b(x + self.drop(self.ffn(x))), w
