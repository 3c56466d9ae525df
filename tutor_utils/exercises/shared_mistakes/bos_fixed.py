"""bos-fixed

The 1 stands as a number in your code. The caller's `bos_id` decides which token starts a row.
Try: What does the decoder read at step 0 where bos_id is 8?
Hint: Start with `bos_id`.
"""
