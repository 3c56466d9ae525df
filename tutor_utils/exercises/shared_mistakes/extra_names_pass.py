"""extra-names-pass

A name that has no place in your model is passed over. The file then holds another model than yours.
Try: Compare the names of the file with the names that you expect.
Hint: `places.keys() ^ given.keys()` holds every name that stands on one side alone.
"""
