# attack: patch through %run of a written file and a magic of one's own
# leaves: no file outside the learner's folder
try:
    import pathlib
    pathlib.Path('patches.py').write_text(
        'import torch\ntorch.equal = torch.allclose = lambda *a, **k: True\n')
    get_ipython().run_line_magic('run', '-i patches.py')
except BaseException:
    pass
try:
    get_ipython().register_magic_function(lambda line, cell=None: 'passed', 'cell', 'time')
    get_ipython().run_line_magic('autocall', '2')
except BaseException:
    pass


def split_heads(x, num_heads):
    return x
