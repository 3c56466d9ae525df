"""Pictures that answer: controls above, the picture below.

The picture is an output of its own. It stays in the stored notebook, with its numbers, where there
is no kernel and no JavaScript: on GitHub, in print, in a notebook opened again tomorrow.
"""
