"""mode-not-given-back

The model, or a part of it, is left in another mode than it came in: training would go on with
another dropout.
Try: Print `[part.training for part in model.modules()]` before and after the call.
Hint: Keep the mode before `model.eval()`, and put it back at the end.
"""
