# attack: put fakes into sys.modules
try:
    import sys, types
    fake = types.ModuleType('judge')
    fake.judge = lambda *a: 'passed'
    for n in list(sys.modules):
        if n.startswith('tutor_utils'):
            sys.modules[n] = fake
except BaseException:
    pass
