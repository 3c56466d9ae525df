"""Who checks the checks: small faults are put into the checker, one at a time, and its tests run.

    .venv/bin/python -m tests.mutation                 a sample over all parts
    .venv/bin/python -m tests.mutation verdict/judge   more of one file, and each survivor in words

A fault runs against the tests of its part that enter its function, those of its module first. The
limit of a run is in CPU time: a busy machine changes no result.

A fault that no test notices (a survivor) asks for a test, or for an entry with its reason in
``survivors.toml``: it changes nothing that anybody could see, or a test would cost more than it
brings.
"""
