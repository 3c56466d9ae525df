"""no-residual

The input of a sub-layer is not added to its output. Without this road past the sub-layers a deep
stack hardly learns.
Try: Look for `x + ...`: one sum for each sub-layer.
Hint: `x + self.dropout(attended)`: in post-LN inside the norm, in pre-LN as it is.
"""
