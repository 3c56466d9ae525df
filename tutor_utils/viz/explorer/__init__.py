"""Open a trained Transformer in a page that computes its forward pass from its parameters.

`trace` records which parameters the model uses, `weights` gives them roles and checks them,
`explore` makes the page.
"""

from .explorer import Explorer, explore, without_pads

__all__ = ["Explorer", "explore", "without_pads"]
