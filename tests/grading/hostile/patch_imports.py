# attack: break print, import, type and the making of classes
try:
    import builtins
    load = builtins.__import__
    def fake(name, *a, **k):
        if name.startswith(('tutor_utils', 'safetensors')):
            raise SystemExit(0)
        return load(name, *a, **k)
    builtins.__import__ = fake
    builtins.print = lambda *a, **k: None
    builtins.__build_class__ = lambda *a, **k: object
    builtins.bytes = builtins.int = lambda *a, **k: 0
    builtins.BaseException = builtins.Exception = ZeroDivisionError
except BaseException:
    pass
