# attack: flood the pipe
try:
    import os
    while True:
        os.write(3, b'x' * 65536)
except BaseException:
    pass
