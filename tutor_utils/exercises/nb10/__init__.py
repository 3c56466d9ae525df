"""What the exercises of notebook 10 share."""
