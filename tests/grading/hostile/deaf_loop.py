# attack: ignore every signal and never end
import signal
for n in range(1, 32):
    try:
        signal.signal(n, signal.SIG_IGN)
    except OSError:
        pass
while True:
    pass
