"""source-mask-lost

`encode` gives two values: the memory and the mask of the source. Without the mask the decoder
reads the source's pads, so the same sentence is answered in another way beside a longer one.
Try: `encode` gives two values. Where do both go?
Hint: memory, src_mask = model.encode(src)
"""
