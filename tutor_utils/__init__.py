"""The course's helper: checks each answer, says what went wrong and why, and draws attention.

Importing this package is light: PyTorch, matplotlib and the rest load on first use, so that the
command line works on a machine where nothing is installed yet.
"""

from importlib import import_module
from typing import Any

# Public name -> the module that defines it.
_HOME = {
    "CheckFailed": "engine.report",
    "Report": "engine.report",
    "check": "learner.check",
    "hint": "learner.hints",
    "solution": "learner.hints",
    "mine": "learner.carry",
    "package": "learner.carry",
    "progress": "learner.progress",
    "export_progress": "learner.progress",
    "import_progress": "learner.progress",
    "predict": "learner.predict",
    "set_seed": "learner.seeding",
    "training": "training",
    "viz": "viz",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_HOME[name]}")
    value = module if name == _HOME[name] else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
