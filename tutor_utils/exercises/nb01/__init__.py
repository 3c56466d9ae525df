"""Shared by the exercises of notebook 01."""
