"""finished-forgotten

Whether a row has ended is read from its newest token alone. One step after its eos that token is a
pad, so the row counts as going on, and speaks again.
Try: A row says eos at step 1. How does your loop know after step 2 that it has ended?
Hint: `finished = finished | (token == eos_id)`
"""
