"""pad-fixed

A 0 stands as a number in your code where the caller's `pad_id` belongs.
Try: What do you write behind eos, and what does the caller ask for?
Hint: Write `pad_id` behind eos.
"""
