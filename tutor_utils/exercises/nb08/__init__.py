"""What the exercises of notebook 08 share."""
