# Attacks on the limits of time, memory, files, processes and output.

# %% allocate_torch: take 50 GB of memory in the cell, by torch and by bytearray
kept = []
for _ in range(50):
    try:
        kept.append(torch.empty(2**28).fill_(1.0))
    except BaseException:
        pass
for _ in range(50):
    try:
        kept.append(bytearray(b'x') * 2**30)
    except BaseException:
        pass

# %% memory_files: take memory that belongs to no process: files in memory, and shared maps
import mmap
import os
kept = []
for _ in range(400):
    try:
        fd = os.memfd_create("x")
        os.ftruncate(fd, 2**26)
        os.pwrite(fd, b"x" * 2**20, 0)
    except OSError:
        pass
    try:
        kept.append(mmap.mmap(-1, 2**26))
        kept[-1][:: 4096] = b"x" * (2**26 // 4096)
    except (OSError, ValueError):
        break

# %% full_folder: fill every folder
import os, pathlib
for folder in ('/tmp', '/dev/shm', os.getcwd(), '/var/tmp'):
    try:
        with open(folder + '/big', 'wb') as f:
            for _ in range(1000):
                f.write(b'x' * 2**20)
    except OSError:
        pass

# %% many_folders: make 200000 folders and links, in each other and beside each other
try:
    import os
    open('/tmp/first', 'w').close()
    for i in range(100_000):
        os.link('/tmp/first', f'/tmp/link-{i}')
except BaseException:
    pass
try:
    here = os.getcwd()
    for i in range(100_000):
        os.mkdir('d')
        os.chdir('d')
except BaseException:
    pass
try:
    os.chdir(here)
except BaseException:
    pass

# %% sockets_full: fill the buffers of sockets and pipes
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

# %% thread_bomb: start 2000 threads
import threading, time
for _ in range(2000):
    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()

# %% process_bomb: start 300 processes in sessions of their own
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
import os, time
for _ in range(300):
    if os.fork() == 0:
        os.setsid()
        time.sleep(600)
        os._exit(0)

# %% async_for_ever: leave a task that outlives its cell
import asyncio
async def for_ever():
    while True:
        await asyncio.sleep(0)
asyncio.get_event_loop().create_task(for_ever())

# %% endless_print: print without end
while True:
    print('x' * 10_000)

# %% deaf_answer: swallow every exception and signal inside the answer, and never end
import signal
def split_heads(x, num_heads):
    for n in range(1, 65):
        try:
            signal.signal(n, lambda *a: None)
        except (OSError, ValueError):
            pass
    while True:
        try:
            while True:
                x = x + 0
        except BaseException:
            continue

# %% raise_limits: raise one's own limits
import resource
for name in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
    try:
        resource.setrlimit(name, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    except (ValueError, OSError):
        pass

# %% process_control: change what happens to this process by prctl
try:
    import ctypes
    libc = ctypes.CDLL(None)
    libc.prctl(1, 0, 0, 0, 0)  # no signal at the parent's death
    libc.prctl(4, 1, 0, 0, 0)  # dumpable
    libc.prctl(15, b'bwrap', 0, 0, 0)  # another name
    libc.prctl(36, 1, 0, 0, 0)  # adopt orphans
    libc.prctl(38, 0, 0, 0, 0)  # new privileges again
    libc.prctl(0x59616D61, ctypes.c_ulong(-1), 0, 0, 0)  # anybody may trace
    libc.personality(0x0040000)  # fixed addresses
except BaseException:
    pass
try:
    import os
    os.setpriority(os.PRIO_PROCESS, 0, -20)
    os.sched_setaffinity(0, range(os.cpu_count()))
except BaseException:
    pass

# %% exit_now: end the kernel at once
import os
os._exit(0)

# %% stop_self: stop the kernel and its group
import os, signal
os.killpg(0, signal.SIGSTOP)

# %% survivor: leave a process behind
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open('/tmp/survivor-of-marking', 'w').write('x')
        time.sleep(600)
    os._exit(0)

# %% kill_all: kill every process that can be seen
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
import os, signal
os.kill(-1, signal.SIGKILL)
