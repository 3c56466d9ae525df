"""What the learner calls in a notebook: check, hint, solution, predict, mine, progress."""
