"""What the exercises of notebook 07 share."""
