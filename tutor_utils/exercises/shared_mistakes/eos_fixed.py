"""eos-fixed

The id 2 ends a row in your code, whatever `eos_id` is: the number stands there, or a name of the
notebook (`EOS`) does. The caller's `eos_id` decides.
Try: Look for a 2 or `EOS` in your code. What happens where eos_id is 5?
Hint: The argument `eos_id` in its place.
"""
