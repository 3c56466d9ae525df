"""Errors that are each other's cause."""
def split_heads(x, num_heads):
    a, b = ValueError("a"), ValueError("b")
    a.__cause__, b.__cause__ = b, a
    a.__context__, b.__context__ = b, a
    raise a
