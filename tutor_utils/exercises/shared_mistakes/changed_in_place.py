"""changed-in-place

Your numbers are right, but a line changed a tensor in place that the gradient still needs. The first training step would stop there.
Try: Look for a change in place: `w /= ...`, `masked_fill_`, `inplace=True`, `x[...] = ...`.
Hint: Write `w = w / ...`, which makes a new tensor.
Raises: modified by an inplace operation
"""
