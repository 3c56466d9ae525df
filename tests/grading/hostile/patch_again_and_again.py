# attack: a thread that patches again and again
try:
    import threading, time
    def patch():
        while True:
            torch.equal = torch.allclose = lambda *a, **k: True
            time.sleep(0.001)
    threading.Thread(target=patch, daemon=True).start()
except BaseException:
    pass


def split_heads(x, num_heads):
    return x
