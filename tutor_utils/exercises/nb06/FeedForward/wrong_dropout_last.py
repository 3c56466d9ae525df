"""dropout-on-output

You dropped numbers from the output of the network. The contract drops hidden features, after ReLU,
and nowhere else: the layer round this network has a dropout of its own for the output.
Try: Where does dropout stand: between the two maps, or behind the second one?
Hint: self.second(self.dropout(torch.relu(self.first(x))))
"""


class FeedForward(nn.Sequential):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(
            nn.Linear(d_model, d_ff), nn.ReLU(), nn.Linear(d_ff, d_model), nn.Dropout(dropout)
        )
