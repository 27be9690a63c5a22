# Processes that are copied, become other programs and are waited for.
import os
import signal
import sys
import threading


def output(child, text=True):
    """What a child process writes, and how it ends."""
    sys.stdout.flush()
    r, w = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.dup2(w, 1)
            child()
            sys.stdout.flush()
            os._exit(0)
        except SystemExit as e:
            os._exit(e.code)
        except BaseException as e:
            os.write(1, f'{type(e).__name__}: {e}'.encode())
            os._exit(99)
    os.close(w)
    with open(r) as f:
        got = f.read()
    _, status = os.waitpid(pid, 0)
    print(repr(got), os.waitstatus_to_exitcode(status), os.WIFEXITED(status), os.WIFSIGNALED(status))


print('--- fork')
values = [1, 2]
output(lambda: print('child', values.append(3) or values, os.getppid() == parent)) if (parent := os.getpid()) else None
print(values)
output(lambda: sys.exit(7))
output(lambda: os.kill(os.getpid(), signal.SIGTERM))
output(lambda: os.abort())
output(lambda: 1 / 0)
os.register_at_fork(before=lambda: values.append('before'), after_in_parent=lambda: values.append('parent'),
                    after_in_child=lambda: values.append('child'))
output(lambda: print(values))
print(values)
try:
    os.register_at_fork()
except TypeError as e:
    print(e)
release = threading.Event()
other = threading.Thread(target=release.wait)
other.start()
output(lambda: print(threading.active_count(), threading.current_thread() is threading.main_thread(), other.is_alive()))
release.set()
other.join()
from_thread = threading.Thread(target=output, args=(lambda: print(threading.current_thread() is threading.main_thread()),))
from_thread.start()
from_thread.join()

print('--- exec')
env = {'HELLO': 'you', 'PATH': '/bin:/usr/bin'}
output(lambda: os.execv('/bin/echo', ['echo', 'a', 'b']))
output(lambda: os.execve('/bin/sh', ['name', '-c', 'echo $0 $HELLO'], env))
output(lambda: os.execvp('echo', ('echo', 'found')))
output(lambda: os.execvpe('sh', ['sh', '-c', 'echo $HELLO'], env))
output(lambda: os.execl('/bin/echo', 'echo', 'l'))
output(lambda: os.execle('/bin/sh', 'sh', '-c', 'echo $HELLO', env))
output(lambda: os.execlp('echo', 'echo', 'lp'))
output(lambda: os.execlpe('sh', 'sh', '-c', 'echo $HELLO', env))
for call in (lambda: os.execv('/no/such', ['x']), lambda: os.execvp('no-such-program', ['x']),
             lambda: os.execv('/bin/echo', []), lambda: os.execv('/bin/echo', 'text'), lambda: os.execv('/bin/echo', ['']),
             lambda: os.execve('/bin/echo', ['x'], 3), lambda: os.execve('/bin/echo', ['x'], {'a=b': 'c'}),
             lambda: os.execv('/etc/passwd', ['x']), lambda: os.execvp('/etc/passwd', ['x']),
             lambda: os.execv('/bin/echo', [3])):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, e)

print('--- spawn')
print(os.spawnv(os.P_WAIT, '/bin/sh', ['sh', '-c', 'exit 3']), os.spawnlp(os.P_WAIT, 'sh', 'sh', '-c', 'kill -9 $$'),
      os.spawnve(os.P_WAIT, '/bin/sh', ['sh', '-c', 'test $HELLO = you'], env), os.spawnl(os.P_WAIT, '/no/such', 'x'),
      os.spawnlpe(os.P_WAIT, 'sh', 'sh', '-c', 'exit $N', {'N': '5'}))
pid = os.spawnvp(os.P_NOWAIT, 'sh', ['sh', '-c', 'exit 4'])
got = os.wait4(pid, 0)
print(got[0] == pid, os.WEXITSTATUS(got[1]), got[2].ru_utime >= 0, type(got[2]).__name__)
pid = os.spawnvp(os.P_NOWAIT, 'sh', ['sh', '-c', 'exit 5'])
print([part == pid if i == 0 else part for i, part in enumerate(os.wait3(0)[:2])])
try:
    os.wait3(os.WNOHANG)
except ChildProcessError as e:
    print(e)

print('--- states')
pid = os.fork()
if not pid:
    os.kill(os.getpid(), signal.SIGSTOP)
    os._exit(6)
_, status = os.waitpid(pid, os.WUNTRACED)
print(os.WIFSTOPPED(status), os.WSTOPSIG(status) == signal.SIGSTOP, os.WIFCONTINUED(status), os.WCOREDUMP(status))
os.kill(pid, signal.SIGCONT)
_, status = os.waitpid(pid, 0)
print(os.WIFSTOPPED(status), os.WEXITSTATUS(status))
t = os.times()
print(len(t), t.user == t[0], t.elapsed > 0, repr(t).startswith('posix.times_result(user='))
print(os.getpgid(0) == os.getpgrp(), os.getsid(0) >= 0, os.getresuid() == (os.getuid(), os.geteuid(), os.geteuid()),
      os.getresgid()[0] == os.getgid(), os.getpriority(os.PRIO_PROCESS, 0) == os.nice(0), isinstance(os.getgroups(), list))
here = os.sched_getaffinity(0)
os.sched_setaffinity(0, {min(here)})
print(len(os.sched_getaffinity(0)))
os.sched_setaffinity(0, here)
print(os.sched_getaffinity(0) == here, os.sched_get_priority_max(os.SCHED_FIFO), os.sched_getscheduler(0) == os.SCHED_OTHER,
      os.sched_yield())
output(lambda: print(os.setsid(), os.getsid(0) == os.getpid()))
for call in (lambda: os.setpgid(1, 1), lambda: os.getpgid(2 ** 22 + 7), lambda: os.getsid(2 ** 40)):
    try:
        call()
    except (OSError, OverflowError) as e:
        print(type(e).__name__, e)
