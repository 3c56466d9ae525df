# attack: leave a process behind
try:
    import os, time
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            open('/tmp/survivor-of-marking', 'w').write('x')
            time.sleep(600)
        os._exit(0)
except BaseException:
    pass
