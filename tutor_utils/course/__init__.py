"""The notebooks' sources, and the package ``my_transformer`` that the learner builds.

``sources`` reads ``solutions/*.py``, ``answers`` makes right and wrong answers, ``learner_package``
saves and loads the learner's answers, ``store`` holds progress and the history of answers.
"""
