"""What a sandbox is sent of the trials needs no file of the course's: they are hidden there."""

import pickle
import subprocess
import sys

import cloudpickle
import pytest

from tutor_utils import exercises
from tutor_utils.engine.inputs import Inputs
from tutor_utils.grading.judge import job

BEHIND_THE_WALLS = """
import pickle, sys, cloudpickle
from tutor_utils.grading.run import inside
inside.warm_up()
class Wall:
    def find_spec(self, name, *_):
        if name.startswith("tutor_utils"):
            raise ImportError(f"{name} is hidden")
sys.meta_path.insert(0, Wall())
for name, trials in pickle.load(sys.stdin.buffer).items():
    try:
        cloudpickle.loads(trials)
    except Exception as error:
        print(name, type(error).__name__, error)
"""


@pytest.mark.slow
def test_trials_of_every_exercise_can_be_unpacked_behind_the_walls():
    assert job.cloudpickle is cloudpickle  # it hands the exercises over by value
    packed = {}
    for exercise in exercises.exercises():
        trials = [(t.probe, t.args, dict(t.kwargs)) for t in exercise.trials(Inputs(3))]
        packed[exercise.id] = cloudpickle.dumps(trials)
    done = subprocess.run(
        [sys.executable, "-c", BEHIND_THE_WALLS], input=pickle.dumps(packed), capture_output=True
    )
    assert (done.stdout.decode(), done.returncode) == ("", 0), done.stderr.decode()[-300:]
