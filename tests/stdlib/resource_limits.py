# What the process has used, and its limits.
import resource

usage = resource.getrusage(resource.RUSAGE_SELF)
print(len(usage))
print(str(usage).split("(")[0], usage[0] == usage.ru_utime >= 0, usage[2] == usage.ru_maxrss > 1000, usage.ru_minflt > 0)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime)
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (60, hard))
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0], soft > 0, resource.getpagesize())
print({name: getattr(resource, name) for name in dir(resource) if name.startswith(("RLIM", "RUSAGE"))})
for call in (lambda: resource.getrlimit(99), lambda: resource.getrusage(7), lambda: resource.setrlimit(7, (5, 3)),
             lambda: resource.setrlimit(99, (5, 6)), lambda: resource.setrlimit(7, 3), lambda: resource.setrlimit(7, (3,))):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
