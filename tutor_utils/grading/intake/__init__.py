"""What comes in: the files of each learner, the list of the class, and the teacher's rules."""
