"""changes-of-difflib

You count the changes that `difflib` proposes. It looks for long equal pieces, not for the fewest
changes.
Try: From "ab" to "ba": what does difflib propose, and can you do it with fewer?
Hint: Fill the table: the distance of each beginning of a to each beginning of b.
"""

from difflib import SequenceMatcher


def edit_distance(a, b):
    changes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in changes if tag != "equal")
