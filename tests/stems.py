"""The file names of the notebooks by number: a renamed notebook changes no test."""

from tutor_utils import exercises

STEM = {notebook.number: notebook.stem for notebook in exercises.NOTEBOOKS}
