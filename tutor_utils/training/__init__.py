"""Training for notebook 07: tasks, configs, the run, evaluation, checkpoints, devices, faults.

The functions that notebook 07 teaches are the learner's own, given to a run by `Parts`.
"""

from ..models import TorchTransformer
from . import held_out
from .checkpoint import CheckpointError
from .config import CONFIGS, TrainingConfig, quiet_start
from .devices import pick
from .evaluation import Score, evaluate, upper_bound
from .fused import fused_attention
from .parts import Parts
from .run import Run
from .tasks import TASKS, Task
from .trainer import Trainer

__all__ = [
    "CONFIGS",
    "TASKS",
    "CheckpointError",
    "Parts",
    "Run",
    "Score",
    "Task",
    "TorchTransformer",
    "Trainer",
    "TrainingConfig",
    "evaluate",
    "fused_attention",
    "held_out",
    "pick",
    "quiet_start",
    "upper_bound",
]
