"""What the exercises of notebook 11 share."""
