"""bos-fixed

Your rows begin with 1, whatever `bos_id` is: the number stands in your code, or a name of the
notebook (`BOS`) does. The caller's `bos_id` decides which token starts a row.
Try: With what does your code begin a row where bos_id is 8?
Hint: Start with `bos_id`.
"""
