# attack: make 200000 folders and links, in each other and beside each other
try:
    import os
    open('/tmp/first', 'w').close()
    for i in range(100_000):
        os.link('/tmp/first', f'/tmp/link-{i}')
except BaseException:
    pass
try:
    here = os.getcwd()
    for i in range(100_000):
        os.mkdir('d')
        os.chdir('d')
except BaseException:
    pass
try:
    os.chdir(here)
except BaseException:
    pass
