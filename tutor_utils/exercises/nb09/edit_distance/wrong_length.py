"""difference-of-lengths

You count by how much the lengths differ. Texts of one length may differ too.
Try: What is the distance of "a" and "b"?
"""


def edit_distance(a, b):
    return abs(len(a) - len(b)) if a != b else 0
