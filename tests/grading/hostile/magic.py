# attack: patch through a magic
%%capture
get_ipython().run_line_magic('config', 'Application.log_level=0')
torch.allclose = lambda *a, **k: True
