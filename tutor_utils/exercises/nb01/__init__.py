"""What the exercises of notebook 01 share."""
