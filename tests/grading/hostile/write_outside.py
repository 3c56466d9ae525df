# attack: write where the instructor would find it
try:
    import pathlib
    for p in ('/etc/marking-was-here', '/usr/marking-was-here', '/opt/marking-was-here', '/root/marking-was-here', '/home/marking-was-here', '/marking-was-here'):
        try:
            pathlib.Path(p).write_text('x')
        except OSError:
            pass
except BaseException:
    pass


def split_heads(x, num_heads):
    return x
