# attack: start 2000 threads
try:
    import threading, time
    for _ in range(2000):
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
except BaseException:
    pass
