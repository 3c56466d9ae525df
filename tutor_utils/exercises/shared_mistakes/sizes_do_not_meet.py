"""sizes-do-not-meet

One layer hands over more (or fewer) features than the next one takes.
Try: Write the shape behind every line: (B, L, d_model), then (B, L, d_ff), then (B, L, d_model).
Raises: mat1 and mat2 shapes cannot be multiplied|normalized_shape
"""
