"""Find a mistake by mending it: the smallest edit of the learner's code with which all passes."""
