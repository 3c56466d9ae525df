"""decodes-with-gradients

Each step keeps a graph that nobody needs: slow, and memory grows.
Try: Does anybody need gradients here? Who switches them off?
Hint: Put `with torch.no_grad():` around the loop.
"""
