"""What the two sides of a sandbox agree on."""

NOTEBOOK = "marking.ipynb"  # the file that nbval runs
PROBE = "probe"  # id and name of the last cell's function
NOT_OWN_WORK = "the library's ready-made attention was called"
STARTED = b"started "  # the kernel is up, and no cell has run: what follows is the learner's doing
NOTE = b"noted"  # what a probe notes as it happens: a name, eight bytes, and JSON of so many bytes
FRAME = b"observation"  # a name, eight bytes that count, and so many bytes
