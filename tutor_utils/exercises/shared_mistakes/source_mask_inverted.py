"""source-mask-inverted

The mask says where the decoder may look (True). You hand over its opposite: the decoder reads the
pads of the source and none of its words.
Try: What does True mean in `src_mask`? Look at your padding_mask.
Hint: Give `src_mask` to `decode` as it comes from `encode`, without `~`.
"""
