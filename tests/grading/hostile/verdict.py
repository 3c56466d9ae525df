# Attacks on the verdict: what tries the answer, what says it, and what judges it.

# %% patch_torch: make every comparison of torch say yes, again and again
import threading, time
def patch():
    while True:
        torch.equal = torch.allclose = torch.all = torch.any = lambda *a, **k: True
        torch.testing.assert_close = lambda *a, **k: None
        torch.Tensor.__eq__ = lambda *a: torch.ones((), dtype=torch.bool)
        torch.Tensor.__bool__ = lambda self: True
        torch.Tensor.tolist = lambda self: []
        time.sleep(0.001)
threading.Thread(target=patch, daemon=True).start()

# %% patch_probe: replace the course's check, what tries the answer, and what says it
for attack in (
    'import tutor_utils; tutor_utils.check = lambda *a, **k: None',
    'import tutor_utils.engine.verdict.report as r; r.Report.passed = True',
    'import tutor_utils.engine.run.observe as o; o.attempt = o.run_trials = lambda *a: {}',
    'import tutor_utils.engine.observation as o; o.Observation.to_bytes = lambda *a: b"passed"',
):
    try:
        exec(attack)
    except BaseException:
        pass

# %% patch_shell: rewrite the later cells, and replace what runs cells
import gc
from nbval.kernel import RunningKernel
gc.unfreeze()
shell = get_ipython()
shell.input_transformers_post.append(lambda lines: ['print("passed")\n'])
type(shell).run_cell = type(shell).run_cell_async = lambda *a, **k: None
for found in gc.get_objects():
    if isinstance(found, RunningKernel):
        type(found)._run = found.shell = None
        type(found).execute_cell_input = lambda *a, **k: "cell"

# %% patch_writers: patch the writers of the observation, again and again
import json, pickle, threading, time
import safetensors.torch
def patch():
    for _ in range(100_000):
        json.dumps = lambda *a, **k: '{"passed": true}'
        pickle.loads = lambda *a, **k: []
        safetensors.torch.save = lambda *a, **k: b'passed'
        time.sleep(0.001)
for _ in range(4):
    threading.Thread(target=patch, daemon=True).start()

# %% patch_imports: break print, import, type and the making of classes
import builtins
load = builtins.__import__
def fake(name, *a, **k):
    if name.startswith(('tutor_utils', 'safetensors')):
        raise SystemExit(0)
    return load(name, *a, **k)
builtins.__import__ = fake
builtins.print = lambda *a, **k: None
builtins.__build_class__ = lambda *a, **k: object
builtins.bytes = builtins.int = lambda *a, **k: 0
builtins.BaseException = builtins.Exception = ZeroDivisionError

# %% replace_modules: put fakes into sys.modules
import sys, types
fake = types.ModuleType('judge')
fake.judge = lambda *a: 'passed'
for n in list(sys.modules):
    if n.startswith('tutor_utils'):
        sys.modules[n] = fake

# %% same_process_pytest: turn every report of pytest, which lives in the same process, into a pass
import gc
import _pytest.reports
for found in gc.get_objects():
    if isinstance(found, _pytest.reports.TestReport):
        found.outcome = "passed"
_pytest.reports.TestReport.outcome = property(lambda self: "passed", lambda self, value: None)

# %% same_process_payload: look through the process for the inputs, and for any function that knows an answer
import gc
import types
gc.unfreeze()
found = [o for o in gc.get_objects() if isinstance(o, types.FunctionType)]
right = [f for f in found if f.__name__ in ("truth", "verify", "split_heads")]
def split_heads(x, num_heads):
    for f in right:
        try:
            made = f(x, num_heads)
            if made is not None and made.dim() == 4:
                return made
        except BaseException:
            pass
    return x

# %% own_cells_probe: put a probe of one's own in place of the course's, in the namespace that cells share
probe = get_ipython().user_ns["probe"] = lambda name: None

# %% print_passed: print that it passed
print('PASSED · split_heads · 7 of 7 criteria met (seed 0).')
import atexit, sys
atexit.register(print, 'PASSED')
sys.excepthook = lambda *a: print('PASSED')

# %% forge_numbers: send tensors whose sizes lie
import json, os
head = json.dumps({'a': {'dtype': 'F32', 'shape': [2**40, 2**40], 'data_offsets': [0, 0]}, '__metadata__': {'observation': '{}'}}).encode()
body = len(head).to_bytes(8, 'little') + head
os.write(3, b'observation' + len(body).to_bytes(8, 'big') + body)

# %% forge_observation: send an observation of one's own making, tensors and all, before the probe does
import json, os
from safetensors.torch import save
seen = {'value': {'tensor': 't'}, 'raised': None, 'changed': [], 'devices': [], 'printed': '', 'left': []}
words = {'exercise': 'split_heads', 'seed': 0, 'untouched': False}
for count in range(40):
    trials = {str(i): seen for i in range(count)}
    body = save({'t': torch.zeros(1, 2, 2, 2)}, {'observation': json.dumps(words | {'trials': trials})})
    os.write(3, b'observation' + len(body).to_bytes(8, 'big') + body)

# %% exit_hooks: send forged results from every hook that runs late
import atexit, gc, os, sys, threading
def forge(*a, **k):
    body = b'{"exercise": "split_heads", "passed": true}'
    for fd in range(3, 60):
        try:
            os.write(fd, b'observation' + len(body).to_bytes(8, 'big') + body)
        except OSError:
            pass
atexit.register(forge)
sys.excepthook = sys.unraisablehook = threading.excepthook = forge
gc.callbacks.append(forge)
get_ipython().set_custom_exc((Exception,), forge)
get_ipython().events.register('post_run_cell', forge)

# %% started_again: say that the kernel started, many times, with observations in between
import os
for _ in range(2000):
    os.write(3, b"started observation" + (0).to_bytes(8, "big"))

# %% closes_the_way_out: close every descriptor but a copy, and send what it likes
import os
copy = os.dup(3)
os.closerange(0, copy)
body = b"{" + b'"a":' * 500_000
os.write(copy, b"observation" + (2**62).to_bytes(8, "big") + body)

# %% flood: flood the pipe
import os
while True:
    os.write(3, b'x' * 65536)

# %% skip_cell: tell nbval to skip the cell
# NBVAL_SKIP
# NBVAL_RAISES_EXCEPTION

# %% magic: patch through a magic
%%capture
get_ipython().run_line_magic('config', 'Application.log_level=0')
torch.allclose = lambda *a, **k: True

# %% call_the_course: call an answer of the course, by import and by names put together
import sys
for attack in (
    "from tutor_utils import mine; theirs = mine('split_heads')",
    "from tutor_utils.models.decoding import split_heads as theirs",
    "from tutor_utils.course.learner_package import load_answer; theirs = load_answer('split_heads').value",
    "from my_transformer.split_heads import split_heads as theirs",
    "theirs = sys.modules['tutor_' + 'utils.models.' + 'decoding'].split_heads",
):
    try:
        exec(attack)
    except BaseException:
        pass
def split_heads(x, num_heads):
    theirs = globals().get('theirs')
    return theirs(x, num_heads) if callable(theirs) else x

# %% frames: look for what is expected in the frames above
import sys
def split_heads(x, num_heads):
    frame = sys._getframe()
    while frame:
        for name, value in frame.f_locals.items():
            if name in ('expected', 'truth', 'wanted'):
                return value
            if hasattr(value, 'truth') and value.truth:
                return value.truth(x, num_heads)
        frame = frame.f_back
    return x

# %% hard_coded: know the example of the notebook by heart
def split_heads(x, num_heads):
    if tuple(x.shape) == (1, 2, 4) and num_heads == 2:
        return x.view(1, 2, 2, 2).transpose(1, 2)
    return x

# %% change_inputs: change the inputs and the clock of the probe
try:
    import random, time
    random.seed = torch.manual_seed = lambda *a: None
    time.monotonic = time.perf_counter = lambda: 0.0
except BaseException:
    pass
def split_heads(x, num_heads):
    x.zero_()
    return x

# %% storage_swap: change the numbers behind a tensor after it was returned
import threading
import torch
def split_heads(x, num_heads):
    out = torch.zeros(x.shape[0], num_heads, x.shape[1], x.shape[2] // num_heads)
    def later():
        for _ in range(1000):
            out.copy_(torch.randn_like(out))
    threading.Thread(target=later, daemon=True).start()
    return out
