"""What the exercises of notebook 06 share."""
