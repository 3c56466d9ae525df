# attack: put other files in the place of stdout, stderr and the pipe
# leaves: no file outside the learner's folder
try:
    import os
    file = os.open('all-output', os.O_RDWR | os.O_CREAT)
    os.write(file, b'PASSED')
    read, write = os.pipe()
    for target, source in ((1, file), (2, write), (0, read), (3, file)):
        try:
            os.dup2(source, target)
        except OSError:
            pass
except BaseException:
    pass


def split_heads(x, num_heads):
    return x
