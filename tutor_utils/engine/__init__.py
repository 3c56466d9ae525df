"""The check engine: observe an answer, judge the observation, report, keep what passed.

What all of it shares stands here: what an ``exercise`` is, an ``observation`` of an answer, the
``evidence`` of one seed, and ``compare``. ``run`` runs an answer and leaves the process as it was,
``conditions`` makes the trials that every exercise gets, ``naming`` finds the mistake (``replay``
of known ones, ``repair`` of the learner's own code, ``errors`` in plain words), ``verdict`` judges
and writes the report.
"""
