"""The course's helper: checks each answer, says what went wrong and why, and draws attention.

Importing this package is light: PyTorch, matplotlib and the rest load on first use, so that the
command line works on a machine where nothing is installed yet. It changes nothing in the process.
The first of these names that a notebook takes sets the notebook up (``learner.notebook``).
"""

# No annotation, no f-string: even Python 2.7 has to read this file and ``__main__``, so that
# ``python -m tutor_utils lab`` there ends in a sentence and not in a traceback.
from importlib import import_module

# Public name -> the module that defines it.
_HOME = {
    "CheckFailed": "engine.verdict.report",
    "Report": "engine.verdict.report",
    "check": "learner.check",
    "hint": "learner.hints",
    "solution": "learner.hints",
    "mine": "learner.mine",
    "package": "learner.mine",
    "restore": "learner.saved_answers",
    "reset": "learner.saved_answers",
    "tries": "learner.saved_answers",
    "progress": "learner.progress",
    "export_progress": "learner.progress_token",
    "import_progress": "learner.progress_token",
    "predict": "learner.predict",
    "set_seed": "learner.seeding",
    "take_home": "learner.take_home",
    "language": "language",
    "published": "published",
    "training": "training",
    "viz": "viz",
}

__all__ = sorted(_HOME)


def __getattr__(name):
    if name not in _HOME:
        raise AttributeError("module {!r} has no attribute {!r}".format(__name__, name))
    import_module(__name__ + ".learner.notebook").set_up()  # does nothing outside a notebook
    module = import_module(__name__ + "." + _HOME[name])
    value = module if name == _HOME[name] else getattr(module, name)
    globals()[name] = value
    return value


def __dir__():
    return __all__
