"""Marking a class. Each folder is a step, and imports only what comes before it.

``intake`` reads what was handed in, ``answers`` finds each exercise's answer in it, ``run`` runs
code that nobody trusts, ``judge`` makes a job of each answer and a mark of what its run sends,
``gradebook`` keeps marks and counts points, ``outputs`` writes tables and pages. ``mark_class``
does it all in turn; ``grade`` is the command.
"""
