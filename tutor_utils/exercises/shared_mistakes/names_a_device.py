"""names-a-device

Your code names a device, makes a tensor without saying where, or keeps one from an earlier call. It
then runs on one machine and not on the next.
Try: Take out every `cuda` and `cpu`. Make new tensors with `device=x.device`, in each call.
Hint: A module goes where `.to(device)` sends it. It needs no `device` of its own.
Raises: (?i)not compiled with CUDA|no nvidia driver|cuda.*not available|expected all tensors to be on the same device
"""
