# Programs that take longer than they may, that take and give much at a time, and what is said of how they end.
import os
import signal
import subprocess
import time
from subprocess import PIPE, Popen, TimeoutExpired


def attempt(call):
    start = time.monotonic()
    try:
        got = call()
        got = repr(got) if len(repr(got)) < 200 else len(got[0])
        print('gave', got)
    except Exception as e:
        more = ''
        if isinstance(e, TimeoutExpired):
            more = f'{e.timeout} {e.output} {e.stdout} {e.stderr}'
        print(type(e).__name__, e, more)
    return time.monotonic() - start


print('--- timeouts')
for call in (lambda: subprocess.check_output(['sleep', '20'], timeout=.1),
             lambda: subprocess.run(['sleep', '20'], capture_output=True, timeout=.1),
             lambda: subprocess.run(['sleep', '20'], stdout=PIPE, text=True, timeout=.1),
             lambda: subprocess.run(['sleep', '20'], stderr=PIPE, timeout=.1),
             lambda: subprocess.run(['sleep', '20'], input=b'x' * 300000, timeout=.1),
             lambda: subprocess.call(['sleep', '20'], timeout=.1),
             lambda: subprocess.check_call(['sleep', '20'], timeout=.1),
             lambda: subprocess.run('echo begun; echo bad >&2; exec sleep 20', shell=True, capture_output=True,
                                    timeout=1),
             lambda: subprocess.run(['sleep', '20'], capture_output=True, timeout=-1),
             lambda: subprocess.run(['echo', 'fast'], capture_output=True, timeout=20),
             lambda: subprocess.run(['echo', 'fast'], stdout=PIPE, text=True, timeout=20.5)):
    assert attempt(call) < 8

print('--- communicate() again')
p = Popen('echo one; read line; echo two $line; echo three >&2', shell=True, stdin=PIPE, stdout=PIPE, stderr=PIPE,
          text=True)
attempt(lambda: p.wait(.1))
attempt(lambda: p.communicate('given\n', timeout=20))
attempt(lambda: p.communicate())
print(p.returncode, p.stdin.closed, p.stdout.closed, p.stderr.closed)
p = Popen('echo one; sleep 2; echo two', shell=True, stdout=PIPE)
attempt(lambda: p.communicate(timeout=.8))
attempt(lambda: p.communicate(b'late'))
attempt(lambda: p.communicate())
print(p.returncode)
p = Popen(['sleep', '20'], stdout=PIPE)
attempt(lambda: p.communicate(timeout=.1))
p.kill()
print(p.communicate(), p.returncode)

print('--- much at a time')
big = 'line\r\n' * 50000
p = subprocess.run('tee /dev/stderr', shell=True, input=big.encode(), capture_output=True)
print(len(p.stdout), len(p.stderr), p.stdout == p.stderr == big.encode())
p = subprocess.run('tee /dev/stderr', shell=True, input=big, capture_output=True, text=True)
print(len(p.stdout), len(p.stderr), p.stdout == big.replace('\r\n', '\n'))
p = subprocess.run('head -c 300000 /dev/zero >&2; head -c 400000 /dev/zero', shell=True, capture_output=True)
print(len(p.stdout), len(p.stderr))
p = subprocess.run('true', input=b'x' * 300000, capture_output=True)
print(p)
p = subprocess.run('exec <&-; echo not read', shell=True, input=b'x' * 300000, stdout=PIPE)
print(p.stdout, p.stderr)
p = subprocess.run('cat; echo d\xe9j\xe0 >&2', shell=True, input='\xe9\n', stdout=PIPE, stderr=PIPE, encoding='utf-8')
print(p.stdout, p.stderr)
p = subprocess.run(['printf', r'\351'], stdout=PIPE, stderr=PIPE, encoding='ascii', errors='backslashreplace')
print(p.stdout)
print(subprocess.check_output(['cat'], input=None), subprocess.check_output(['cat'], input=None, text=True))
print(subprocess.run(['cat'], input=memoryview(b'view'), stdout=PIPE).stdout)
print(subprocess.run(['cat'], input=bytearray(b'array'), capture_output=True).stdout)

print('--- ends')
attempt(lambda: subprocess.run('kill -TERM $$', shell=True, check=True))
attempt(lambda: subprocess.run('kill -KILL $$', shell=True, check=True, capture_output=True))
attempt(lambda: subprocess.check_output('echo text; exit 3', shell=True))
print(subprocess.CalledProcessError(-99, 'x'), subprocess.CalledProcessError(-2, ['a', 'b']))
print(subprocess.CalledProcessError(0, 'x'))
for args, more in (([], {}), ((), {}), (['true'], {'cwd': '/nope'}), (['true'], {'cwd': b'/nope'}), (['/nope/x'], {}),
                   ('/nope/x', {}), (['/nope/x'], {'cwd': '/'}), (['/etc/passwd'], {}), (5, {}), (['true', 5], {}),
                   ('true', {'stdout': PIPE, 'cwd': '/etc/passwd'})):
    try:
        subprocess.run(args, **more)
    except Exception as e:
        print(type(e).__name__, e, getattr(e, 'filename', '-'))

print('--- waiting')
p = Popen(['sleep', '.3'])
print(p.poll(), p.wait(timeout=20), p.poll())
p.kill()
p.send_signal(signal.SIGTERM)
with Popen(['cat'], stdin=PIPE, stdout=PIPE) as p:
    p.stdin.write(b'written\n')
    print(p.communicate(b'and sent\n'))
p = Popen(['true'])
os.waitpid(p.pid, 0)
print(p.wait(), p.returncode)
