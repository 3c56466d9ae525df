"""Sets alarms and timers of its own."""
import signal

signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)

def split_heads(x, num_heads):
    while True:
        pass
