# attack: write into the homes of others, the course's folder and above
# leaves: no file marking-was-here in any of these folders
try:
    import os, sys
    folders = [os.path.expanduser('~root'), *sys.path, '/var/tmp', '/opt']
    folders += ['..', '../..', '../../..', '/proc/1/root', '/proc/1/cwd', sys.prefix]
    for folder in folders:
        try:
            with open(os.path.join(folder, 'marking-was-here'), 'x') as file:
                file.write('x')
        except OSError:
            pass
except BaseException:
    pass


def split_heads(x, num_heads):
    return x
