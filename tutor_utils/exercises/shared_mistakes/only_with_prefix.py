"""only-with-prefix

You ask for names that begin with `model.` alone. Some files leave it out.
Try: Print `list(tensors)[:3]` of both kinds.
Hint: `name.removeprefix("model.")`.
"""
