"""dropout-on-input

You dropped numbers from the input. The contract drops hidden features, after ReLU, and nowhere
else.
Try: Where does dropout stand: before the first map, or between the two?
Hint: self.second(self.dropout(torch.relu(self.first(x))))
"""


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        hidden = torch.relu(self.wide(self.dropout(x)))
        return self.narrow(hidden)
