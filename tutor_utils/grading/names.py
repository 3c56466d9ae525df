"""What the files of a marked class are called."""

GRADEBOOK = "gradebook.sqlite"  # in the results
RULES = "marking.toml"  # beside or in the submissions
