# Numbers that the calls of the system cannot take are refused and not cut.
import os
import signal
import tempfile


def attempt(call, *args):
    try:
        result = call(*args)
    except Exception as e:
        result = f'{type(e).__name__}: {e}'
    print(call.__name__, args, result)


class Descriptor:
    def __init__(self, fd):
        self.fd = fd

    def fileno(self):
        return self.fd


numbers = 2**31, 2**33 + 7, 2**63, -2**31 - 1, -2**63 - 1
for n in numbers:
    for call in (os.fchdir, os.fdatasync, os.fsync, os.getpgid, os.getsid, os.sched_getscheduler, os.sched_getaffinity,
                 os.sched_get_priority_max, os.sched_get_priority_min, os.tcgetpgrp, os.nice, os.close, os.dup,
                 os.fstat, os.isatty, os.ttyname, os.get_blocking, os.get_inheritable, os.umask, os.strerror, os._exit):
        attempt(call, n)
    for call in signal.alarm, signal.getitimer, signal.raise_signal, signal.strsignal:
        attempt(call, n)
    for call in os.waitpid, os.kill, os.killpg, signal.setitimer:
        attempt(call, n, 0)
    for call in os.fchmod, os.fpathconf, os.tcsetpgrp, os.getpriority, os.set_blocking, os.read, os.dup2:
        attempt(call, n, 0)
    for call in os.fchmod, os.tcsetpgrp, os.setpgid, os.waitpid:
        attempt(call, 99999, n)
    for call in os.chmod, os.mkfifo, os.mkdir, os.open:
        attempt(call, '/nothing/here', n)
    attempt(os.getpriority, 0, n)
    attempt(os.setpgid, n, 99999)
    attempt(os.killpg, 99999, n)
    for args in (n, 0, 0), (0, n, 0), (0, 99999999, n):
        attempt(os.setpriority, *args)
    for args in (99, n, 0), (99, 0, n), (n, 0, 0):
        attempt(os.fchown, *args)
        attempt(os.lockf, *args)
        attempt(os.lseek, *args)
        attempt(os.posix_fallocate, *args)
    attempt(os.posix_fadvise, 99, 0, 0, n)
    attempt(os.open, '/nothing/here', 0, n)
    attempt(os.chown, '/nothing/here', n, 0)
    attempt(os.chown, '/nothing/here', 0, n)
    attempt(os.access, '/', n)
    attempt(os.sched_setaffinity, n, [0])
    attempt(os.sched_setaffinity, 99999, [n])
    if not -1 <= n < 2**32:
        attempt(os.setgroups, [n])
        for call in os.setuid, os.setgid:
            attempt(call, n)
        for call in os.setreuid, os.setregid:
            attempt(call, -1, n)
        for call in os.setresuid, os.setresgid:
            attempt(call, -1, -1, n)
attempt(os.killpg, -5, 0)
for wrong in 1.5, 'x', None:
    attempt(os.fchdir, wrong)
    attempt(os.fchown, 99, wrong, 0)
    attempt(os.fchown, 99, 0, wrong)
    attempt(os.setgroups, [wrong])
    attempt(os.getpgid, wrong)
for fd in -1, -2:
    attempt(os.fchdir, fd)
    attempt(os.getpgid, fd)
for fileno in 'x', -1, 2**40:
    try:
        os.fchdir(Descriptor(fileno))
    except Exception as e:
        print(type(e).__name__, e)
with tempfile.TemporaryFile() as f:
    os.fdatasync(f)
    os.fsync(f)
    os.fchmod(f.fileno(), 0o640)
    os.fchown(f.fileno(), -1, -1)
    print(oct(os.fstat(f.fileno()).st_mode), os.fstat(f.fileno()).st_uid == os.getuid())
print(os.setpgid(0, 0) if os.getsid(0) != os.getpid() else None, os.getpriority(os.PRIO_PROCESS, 0) in range(-20, 20))
