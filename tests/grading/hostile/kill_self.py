# attack: kill the kernel
import os, signal
os.kill(os.getpid(), signal.SIGKILL)


def split_heads(x, num_heads):
    return x
