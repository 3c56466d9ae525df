"""one-layer-repeated

Your module learns the numbers of one layer where several were asked for: the others are missing, or
the same object once more, as in `[layer] * n`. The paper's layers are alike in form, each with
weights of its own.
Try: How many different layers do you make, and when is each of them made?
Hint: Make a new layer for each place: `nn.ModuleList(EncoderLayer(...) for _ in range(n))`.
"""
