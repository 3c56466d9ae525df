"""memory-of-the-source-before

The memory stays on the model when the call ends, and a later call takes it as it is. It belongs to
the source that came first.
Try: Call it twice with one model and two sources of the same shape. Which source does the second answer belong to?
Hint: Take the memory from `model.encode(src)` in each call, and keep it under a name of the call's own.
"""
