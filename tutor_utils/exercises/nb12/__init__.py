"""What the exercises of notebook 12 share."""
