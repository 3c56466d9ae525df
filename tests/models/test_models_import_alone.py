"""Checks import these models beside a learner's code: they need nothing else of the course."""

import subprocess
import sys


def test_nothing_of_the_course_comes_with_them():
    code = (
        "import sys, tutor_utils.models\n"
        "print(*sorted(m for m in sys.modules if m.startswith('tutor_utils')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for module in done.stdout.split():
        assert module == "tutor_utils" or module.startswith("tutor_utils.models"), module
