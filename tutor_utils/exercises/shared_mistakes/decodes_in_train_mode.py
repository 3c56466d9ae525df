"""decodes-in-train-mode

Dropout is on while the model decodes, so the same source gives different answers.
Try: Does dropout work while your loop runs? Who switches it off?
Hint: Call `model.eval()` before the loop, and put the old mode back after it.
"""
