"""gradient-stopped

Your numbers are right, but the gradient does not get back through your code to every argument. What stands before it in a model could not learn.
Try: Look for `.detach()`, `.data`, `.item()`, `torch.tensor(...)`, `torch.no_grad()`, or NumPy.
Hint: Work with the tensors that came in from the first line to the last: only torch's own operations carry the gradient.
Fails: gradients
"""
