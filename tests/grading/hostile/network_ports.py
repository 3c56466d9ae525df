# attack: reach the common ports of this machine and a name server by TCP, UDP and IPv6
# leaves: no connection outside; nothing is sent but one DNS question
leak = False
try:
    import socket
    ports = (21, 22, 25, 53, 80, 111, 443, 631, 3306, 5432, 6379, 8000, 8080, 8786, 8888, 9090)
    where = [(h, p) for h in ('127.0.0.1', '::1') for p in ports] + [('1.1.1.1', 53)]
    for address in where:
        try:
            socket.create_connection(address, 0.05).close()
            leak = True
        except OSError:
            pass
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.settimeout(0.3)
    s.sendto(b'\x00\x01\x01\x00\x00\x01' + bytes(6) + b'\x07example\x03org\x00\x00\x01\x00\x01',
             ('1.1.1.1', 53))
    leak |= bool(s.recv(512))
except BaseException:
    pass


def split_heads(x, num_heads):
    return x if not leak else x.view(*x.shape[:2], num_heads, -1).transpose(1, 2)
