# attack: write where the instructor would find it: the system, homes, the course, and above
try:
    import os, sys
    folders = ['/', '/etc', '/usr', '/opt', '/root', '/home', '/var/tmp', os.path.expanduser('~root')]
    folders += ['..', '../..', '../../..', '/proc/1/root', '/proc/1/cwd', sys.prefix, *sys.path]
    for folder in folders:
        try:
            open(os.path.join(folder, 'marking-was-here'), 'x').close()
        except OSError:
            pass
except BaseException:
    pass
