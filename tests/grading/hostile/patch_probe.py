# attack: replace the course's check, what tries the answer, and what says it
for attack in (
    'import tutor_utils; tutor_utils.check = lambda *a, **k: None',
    'import tutor_utils.engine.verdict.report as r; r.Report.passed = True',
    'import tutor_utils.engine.run.observe as o; o.attempt = o.run_trials = lambda *a: {}',
    'import tutor_utils.engine.observation as o; o.Observation.to_bytes = lambda *a: b"passed"',
):
    try:
        exec(attack)
    except BaseException:
        pass
