"""Shared by the exercises of notebook 12."""
