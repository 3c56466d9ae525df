"""kept-by-length-alone

You keep each mask, and look it up by its length alone. A mask of the same length on another device is
then the one that was made first.
Try: Call it with 5, and then with 5 and "meta". On which device is the second mask?
Hint: Make the mask in each call: it costs next to nothing.
"""

MASKS = {}


def causal_mask(length, device=None):
    if length not in MASKS:
        square = torch.ones(length, length, dtype=torch.bool, device=device)
        MASKS[length] = square.tril()[None, None]
    return MASKS[length]
