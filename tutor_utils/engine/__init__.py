"""The check engine: run an answer on trials, judge the observation, write the report.

Shared modules are here: ``exercise`` (what is tried), ``observation`` (what an answer did),
``evidence`` (trials and observation of one seed), ``compare``, ``form`` (words for another form).
``run`` runs an answer and restores the process, ``conditions`` makes the trials that every exercise
gets, ``naming`` finds the mistake (``replay`` of known mistakes, ``repair`` of the learner's code,
``errors`` in plain words), ``verdict`` judges and writes the report.
"""
