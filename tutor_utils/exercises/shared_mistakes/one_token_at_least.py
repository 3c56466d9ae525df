"""one-token-at-least

With max_len = 0 you say one token all the same. "At most max_len" allows none then.
Try: What does your code do before it looks at max_len for the first time?
Hint: A loop over `range(max_len)` takes no step where max_len is 0.
"""
