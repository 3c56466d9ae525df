"""Shared by the exercises of notebook 11."""
