"""eos-dropped

The eos itself is missing. It belongs to the answer: it says that the model knew where to stop.
Try: In which order do you write a token and note that a row has ended?
Hint: Mark a row as ended after its eos was written, not before.
"""
