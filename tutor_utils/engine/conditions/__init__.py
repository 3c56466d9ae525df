"""Conditions: trials that the engine adds to every exercise."""
