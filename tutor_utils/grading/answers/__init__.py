"""Which cell of a learner's files is the answer to which exercise, and what it needs to run."""
