"""A check reads what it needs and nothing else: a cold disk makes each file a wait."""

import json
import os
import subprocess
import sys

CHECKS = """
import json, sys
import torch
from tutor_utils import check, exercises
from tutor_utils.exercises.folder import right_answers

names = {"torch": torch}
exec(right_answers(exercises.path_of("split_heads"))["reshape_transpose"], names)
read = []
sys.addaudithook(lambda event, args: event == "open" and read.append(str(args[0])))
counted = []
for _ in range(2):
    read.clear()
    check("split_heads", names["split_heads"])
    counted.append([name for name in read if "tutor_utils" in name])
print(json.dumps(counted))
"""


def test_a_passed_check_reads_no_mistake_and_no_other_exercise(tmp_path):
    env = os.environ | {"TUTOR_HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", CHECKS], env=env, capture_output=True, text=True, check=True
    )
    first, second = json.loads(done.stdout.splitlines()[-1])
    assert not [name for name in first if name.endswith(("mistakes.toml", "right.py"))]
    own = {name.split("/")[-2] for name in first if "exercise." in name and "/nb" in name}
    assert own <= {"split_heads", "__pycache__"}, own
    assert len(second) < 25, second
