"""device-named

The mask was made on another device than the input. On a GPU the next line would stop with an
error.
Try: Build the mask from the input itself, or give `device=` where you make a tensor.
Raises: on the same device|compiled with CUDA|NVIDIA driver
"""
