# attack: take memory that belongs to no process: files in memory, and shared maps
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
