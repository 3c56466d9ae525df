"""For maintainers: builds the notebooks from their one source. Learners never import it."""
