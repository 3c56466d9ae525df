"""one-layer-repeated

One layer serves several times: `[layer] * n` holds n names for the same object. The paper's layers
are alike in form, each with weights of its own.
Try: How many different objects does your list hold? When is each of them made?
Hint: Make a new layer for each place: `nn.ModuleList(EncoderLayer(...) for _ in range(n))`.
"""
