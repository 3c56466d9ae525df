r"""attention-not-unpacked

`MultiHeadAttention` gives two values, the output and the weights. You went on with the pair as if
it were a tensor.
Try: Write `attended, weights = self.attention(...)`.
Raises: argument 'input'.*must be Tensor, not tuple|unsupported operand type.*(Tensor.*tuple|tuple.*Tensor)|can only concatenate tuple|'tuple' object has no attribute|expected Tensor.*got tuple|found tuple|received an invalid combination of arguments - got \(tuple
"""
