"""gradient-cut

The table is a parameter, and no gradient reaches it: it would keep its first values.
Try: Look for `.data`, `.detach()`, `torch.no_grad()`, or a copy of the table.
"""
