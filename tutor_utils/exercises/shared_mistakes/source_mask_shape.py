"""source-mask-shape

The mask that reaches `decode` has another shape or number type than the one that `encode` made. It
no longer says for each row which source tokens are pads.
Try: Print `src_mask.shape` and `src_mask.dtype` behind `encode` and where you call `decode`.
Hint: Give `src_mask` to `decode` as it comes from `encode`: bool, (B, 1, 1, L_s).
"""
