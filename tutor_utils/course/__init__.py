"""The notebooks' sources, and the package that the learner builds.

``sources`` reads ``solutions/*.py``, ``answers`` right and wrong answers, ``learner_package`` puts
parts together, ``store`` and ``tries`` keep what was passed and tried.
"""
