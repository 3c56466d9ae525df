"""The commands of ``python3 -m tutor_utils``. Their start needs the standard library alone."""
