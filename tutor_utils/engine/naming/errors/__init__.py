"""Errors of Python and PyTorch in plain words."""
