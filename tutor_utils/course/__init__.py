"""What the course is made of: the notebooks' sources, and the package that the learner builds."""
