"""encodes-in-train-mode

`encode` runs before the model is in eval mode. Dropout is on while it reads the source, so the
same source gives different answers.
Try: Which line comes first: the one that encodes, or `model.eval()`?
Hint: Call `model.eval()` before `model.encode(src)`.
"""
