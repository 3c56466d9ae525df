# attack: rewrite the later cells, replace what runs cells, and drop the kernel's messages
try:
    shell = get_ipython()
    shell.input_transformers_post.append(lambda lines: ['print("passed")\n'])
    shell.kernel.session.send = lambda *a, **k: None
    type(shell).run_cell = type(shell).run_cell_async = lambda *a, **k: None
    shell.kernel.do_execute = None
except BaseException:
    pass
