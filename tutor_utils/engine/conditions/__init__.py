"""Make the conditions: the trials that every exercise gets beside its own."""
