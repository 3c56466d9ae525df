"""What the exercises of notebook 09 share."""
