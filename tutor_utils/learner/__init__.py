"""The functions for the learner's notebooks: check, hint, solution, predict, mine, progress."""
