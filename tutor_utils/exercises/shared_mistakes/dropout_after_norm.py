"""dropout-after-norm

You dropped numbers after the norm. Dropout belongs on the output of the sub-layer, before the sum
(paper, section 5.4).
Try: What goes into your dropout? It should be the output of the sub-layer alone.
Hint: norm(x + self.dropout(out))
"""
