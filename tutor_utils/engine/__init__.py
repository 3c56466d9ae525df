"""The check engine: observe an answer, judge the observation, report, keep what passed."""
