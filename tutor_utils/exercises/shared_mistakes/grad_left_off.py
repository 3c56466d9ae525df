"""grad-left-off

The global switch for gradients was not put back.
Try: Is the switch for gradients put back when your function ends?
Hint: Use `with torch.no_grad():`.
"""
