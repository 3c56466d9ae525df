"""What the learner calls in a notebook: check, hint, solution, predict, mine, progress."""

from .threads import keep_to_share

keep_to_share()
