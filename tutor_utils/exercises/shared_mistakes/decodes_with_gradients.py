"""decodes-with-gradients

PyTorch records each step while you decode. Wherever a parameter is trained, that keeps a graph that
nobody needs: slow, and memory grows.
Try: Does anybody need gradients here? Who switches them off, without a change of the model?
Hint: Put `with torch.no_grad():` around the loop.
"""
