"""dropout-after-residual

You dropped numbers from the sum, so the residual loses them too. Dropout belongs on the output of
the sub-layer, before the sum (paper, section 5.4).
Try: What goes into your dropout? It should be the output of the sub-layer alone.
Hint: `x + self.dropout(out)`, not `self.dropout(x + out)`
"""
