"""memory-of-older-weights

The memory of a source is made once and kept on the model. When the model is trained further and
asked about the same source, the answer still comes from the memory that its old weights made.
Try: Decode, train the model a little, and decode the same source again. When is `encode` called?
Hint: Take the memory from `model.encode(src)` in each call, and keep it under a name of the call's own.
"""
