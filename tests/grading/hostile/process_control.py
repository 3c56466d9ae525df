# attack: change what happens to this process by prctl
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
