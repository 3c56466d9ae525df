"""What the exercises of notebook 04 share."""
