"""Training for notebook 07: tasks, recipes, the run, its measure, checkpoints, devices, mistakes.

The functions that notebook 07 teaches stay the learner's own: `Parts` hands them in.
"""

from .checkpoint import CheckpointError
from .devices import pick
from .fused import fused_attention
from .measure import Score, measure
from .parts import Parts
from .recipes import RECIPES, Recipe
from .reference import Reference
from .tasks import TASKS, Task
from .trainer import Run, Trainer

__all__ = [
    "RECIPES",
    "TASKS",
    "CheckpointError",
    "Parts",
    "Recipe",
    "Reference",
    "Run",
    "Score",
    "Task",
    "Trainer",
    "fused_attention",
    "measure",
    "pick",
]
