# What a program begins with: session, group, mask, descriptors, signals, user; what is wrong with its arguments.
import os
import signal
import subprocess
import sys
import tempfile
import warnings
from subprocess import PIPE, Popen


folder = '/no/temporary/folder/yet'


def output(*args, **kwargs):
    return subprocess.run(*args, stdout=PIPE, text=True, **kwargs).stdout


def attempt(*args, **kwargs):
    try:
        p = Popen(*args, **kwargs)
        p.communicate()
        print('ran', p.returncode)
    except Exception as e:
        text = f"{type(e).__name__} | {e} | {getattr(e, 'filename', '')} {getattr(e, 'errno', '')}"
        print(text.replace(folder, 'FOLDER'))


def stat_fields(**kwargs):
    with Popen(['cat', '/proc/self/stat'], stdout=PIPE, text=True, **kwargs) as p:
        fields = p.stdout.read().rsplit(')', 1)[1].split()
    group, session = int(fields[2]), int(fields[3])
    return group == p.pid, session == p.pid, group == os.getpgrp(), session == os.getsid(0)


print('--- session and group')
print(stat_fields(), stat_fields(start_new_session=True), stat_fields(process_group=0), stat_fields(process_group=None))
attempt(['true'], process_group=2 ** 22 + 5)
attempt(['true'], process_group=2 ** 22 + 5, cwd='/tmp')
print(stat_fields(process_group=os.getpgrp()))

print('--- umask')
print(output('umask', shell=True, umask=0o27), output(['sh', '-c', 'umask'], umask=0), end='')
old = os.umask(0o33)
print(output(['sh', '-c', 'umask']), output(['sh', '-c', 'umask'], umask=-1), end='')
os.umask(old)

print('--- descriptors')


def writes_to(fd, **kwargs):
    with Popen(['sh', '-c', f'echo hello >&{fd}'], stderr=subprocess.DEVNULL, **kwargs) as p:
        pass
    return p.returncode == 0


r, w = os.pipe()
print(os.get_inheritable(r), os.get_inheritable(w))
# Descriptors of one digit, which every shell takes.
os.dup2(w, 8, inheritable=False)
os.dup2(w, 9)
print(os.get_inheritable(8), os.get_inheritable(9))
print(writes_to(8), writes_to(9), writes_to(8, pass_fds=(8,)), writes_to(9, pass_fds=[9, 8]), writes_to(9, pass_fds={8}))
print(writes_to(8, close_fds=False), writes_to(9, close_fds=False))
os.set_inheritable(8, True)
os.set_inheritable(9, False)
print(writes_to(8, close_fds=False), writes_to(9, close_fds=False), writes_to(8))
print(os.read(r, 1000))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    print(writes_to(9, close_fds=False, pass_fds=(9,)), [(str(c.message), c.category.__name__) for c in caught])
print(os.read(r, 1000))
for fd in (8, 9, r, w):
    os.close(fd)
attempt(['true'], pass_fds=(-3,))
attempt(['true'], pass_fds=(9999,))
for call in (lambda: os.set_inheritable(9999, True), lambda: os.get_inheritable(9999)):
    try:
        call()
    except OSError as e:
        print(e)

print('--- signals')


def ignored(**kwargs):
    mask = int(output(['grep', 'SigIgn', '/proc/self/status'], **kwargs).split()[1], 16)
    return [name for name in ('SIGPIPE', 'SIGXFSZ') if mask >> getattr(signal, name) - 1 & 1]


print(ignored(), ignored(restore_signals=False), signal.getsignal(signal.SIGXFSZ))
print(output('yes | head -n 2', shell=True), end='')

print('--- preexec_fn')
print(output(['pwd'], preexec_fn=lambda: os.chdir('/')), end='')
print(output(['sh', '-c', 'umask; echo $HELLO'], preexec_fn=lambda: (os.umask(0o12), os.environ.update(HELLO='you'))),
      end='')
r, w = os.pipe()
print(output(['echo', 'then'], preexec_fn=lambda: os.write(w, b'first')), os.read(r, 100))
attempt(['true'], preexec_fn=lambda: 1 / 0)
attempt(['true'], preexec_fn=lambda: sys.exit(3))
attempt(['no-such-program'], preexec_fn=lambda: None)
attempt(['true'], preexec_fn=3)

print('--- users and groups')
root = os.geteuid() == 0
if root:
    print(output(['id', '-u'], user=65534), output(['id', '-g'], group=65534),
          output(['id', '-G'], extra_groups=[7, 8], group=3), output(['id', '-un'], user='nobody'), sep='', end='')
else:
    print('65534\n65534\n3 7 8\nnobody')
for wrong in ({'user': -1}, {'group': -2}, {'extra_groups': [3, -1]}, {'user': 1.5}, {'group': b'x'},
              {'extra_groups': 'abc'}, {'extra_groups': [None]}):
    attempt(['true'], **wrong)

print('--- arguments')
print(output(['a name', '-c', 'echo $0'], executable='/bin/sh'), output('echo $0', shell=True, executable='/bin/sh'),
      output(['echo $0 $1', 'first', 'second'], shell=True), sep='', end='')
attempt(['sh', '-c', 'true'], env={'PATH': '/nowhere'})
attempt(['sh', '-c', 'exit 3'], env={'PATH': '/nowhere:/bin:/usr/bin'})
attempt(['sh'], env={'a=b': 'c'})
attempt(['true'], cwd='/no/such/folder')
attempt(['/no/such/program'], cwd='/')
attempt(['x', 'y'], executable='/no/such/executable')
attempt(['/etc/passwd'])
attempt(['/etc/passwd/x'])
attempt([])
attempt(['a\0b'])
attempt(['true'], startupinfo=1)
attempt(['true'], creationflags=1)
attempt(['true'], bufsize=1.5)
attempt(['true'], pipesize='x')
attempt(['true'], bufsize=None, pipesize=None)
attempt(['true'], text=True, universal_newlines=False)
with tempfile.TemporaryDirectory() as folder:
    name = os.path.join(folder, 'script')
    with open(name, 'w') as f:
        f.write('#!/bin/sh\nexit 7\n')
    attempt([name])
    os.chmod(name, 0o755)
    attempt([name])
    attempt([os.fsencode(name)], env={b'A': 'b'})

print('--- streams')
with Popen(['cat'], stdin=PIPE, stdout=PIPE, text=True, bufsize=1, pipesize=8192) as p:
    p.stdin.write('a line\n')
    print(p.stdout.readline(), p.pipesize, p.text_mode, p.universal_newlines, p.encoding, p.errors,
          p.stdin.line_buffering, p.stdin.write_through, p.stdout.encoding)
with Popen(['sh', '-c', 'printf "a\\r\\nb\\rc"'], stdout=PIPE, encoding='latin-1', errors='replace') as p:
    print(repr(p.stdout.read()), p.text_mode, p.encoding, p.errors)
with Popen(['true', 'x' * 100]) as p:
    pass
print(p, Popen[bytes])
