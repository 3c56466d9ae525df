"""device-named

Your code names a device, or makes a tensor without saying where. Beside an input on another device
it stops with an error.
Try: Build the mask from the input itself, or give `device=` where you make a tensor.
Raises: on the same device|compiled with CUDA|NVIDIA driver
"""
