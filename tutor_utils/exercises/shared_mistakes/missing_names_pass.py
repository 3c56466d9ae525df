"""missing-names-pass

A name that is missing is passed over, and that part keeps its old numbers.
Try: Compare the names of the file with the names that you expect.
Hint: `places.keys() ^ given.keys()` holds every name that stands on one side alone.
"""
