"""Judge: whether the answer is right, what failed first, and how the report says it."""
