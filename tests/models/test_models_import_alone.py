"""Checks import these models beside a learner's code: they need nothing else of the course."""

import subprocess
import sys


def test_models_import_nothing_of_the_course():
    code = (
        "import sys, tutor_utils.models\n"
        "print(*sorted(m for m in sys.modules if m.startswith('tutor_utils')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for module in done.stdout.split():
        own = module in ("tutor_utils", "tutor_utils.noted")
        assert own or module.startswith("tutor_utils.models"), module


def test_products_are_counted_without_the_compiler():
    """PyTorch's own default imports it, which takes more than a second in a learner's kernel."""
    code = (
        "import sys, torch\n"
        "from tutor_utils.models.products import Products\n"
        "with Products([]) as counted: torch.rand(2, 3) @ torch.rand(3, 4)\n"
        "print(len(counted.noted), 'torch._dynamo' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "False"]
