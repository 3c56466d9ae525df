"""split-at-single-blanks

Your text is cut at blanks alone, as `split(" ")` cuts it. Line ends stay inside words, and two
blanks make an empty word.
Try: Print the words of a text of two lines, and of one with two blanks.
Hint: `text.split()` without an argument.
"""
