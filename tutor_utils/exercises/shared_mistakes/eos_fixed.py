"""eos-fixed

The id 2 stands as a number in your code. The caller's `eos_id` decides which token ends a row.
Try: Look for a 2 in your code. What happens where eos_id is 5?
Hint: Compare with `eos_id`.
"""
