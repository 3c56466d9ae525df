"""Published weights: fetched, opened without running code, and given to the learner's classes."""
