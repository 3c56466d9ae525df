# attack: connect to this machine and to the world
try:
    import socket
    for where in [('127.0.0.1', p) for p in (22, 80, 8786, 8888, 47011)] + [('1.1.1.1', 53)]:
        try:
            socket.create_connection(where, 0.3).send(b'marking-was-here')
        except OSError:
            pass
    try:
        socket.getaddrinfo('example.org', 80)
    except OSError:
        pass
    s = socket.socket(socket.AF_UNIX)
    try:
        s.connect('\0marking-test')
        s.send(b'marking-was-here')
    except OSError:
        pass
except BaseException:
    pass
