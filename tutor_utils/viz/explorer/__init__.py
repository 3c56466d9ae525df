"""Open a trained Transformer: its numbers in a page that computes with them.

`trace` watches the model run, `weights` gives its numbers their roles and checks them, `explore`
makes the page.
"""

from .explorer import Explorer, explore, without_pads

__all__ = ["Explorer", "explore", "without_pads"]
