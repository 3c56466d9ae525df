# attack: raise one's own limits
try:
    import resource
    for name in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
        try:
            resource.setrlimit(name, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        except (ValueError, OSError):
            pass
except BaseException:
    pass
