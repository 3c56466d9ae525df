"""Judge an observation: whether the answer is right, what failed first; write the report."""
