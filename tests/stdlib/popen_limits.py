# What Popen refuses, and what it does between the copy of the process and the new program.
import os
import subprocess
import threading
import time


def attempt(**options):
    try:
        result = subprocess.run(['true'], **options).returncode
    except Exception as e:
        result = f'{type(e).__name__}: {e}'
    print(options, result)


for n in 2**31, 2**32, 2**63, 2**64, -2**31 - 1, -2**40:
    attempt(process_group=n)
    attempt(umask=n)
    attempt(pass_fds=[n])
    if not -1 <= n < 2**32:
        for option in 'user', 'group':
            attempt(**{option: n})
        attempt(extra_groups=[n])
    if n > 0:
        attempt(stdin=n)
for options in ({'process_group': 1.5}, {'umask': None}, {'pass_fds': [-1]}, {'pass_fds': ['x']},
                {'extra_groups': ['']}, {'extra_groups': [1.5]}, {'extra_groups': 'x'}, {'process_group': -1}, {'stdin': 999}):
    attempt(**options)

print('--- groups')
privileged = os.geteuid() == 0


def groups(**options):
    if privileged:
        return subprocess.run(['id', '-G'], capture_output=True, text=True, **options).stdout.split()


if privileged:
    os.setgroups([os.getegid(), 5, 6])
own = str(os.getegid())
print(groups() in (None, [own, '5', '6']), groups(extra_groups=None) in (None, [own, '5', '6']))
print(groups(extra_groups=[]) in (None, [own]), groups(extra_groups=[7]) in (None, [own, '7']))

print('--- the function that is called last')
ticks = []
done = threading.Event()


def tick():
    while not done.is_set():
        ticks.append(time.monotonic())
        time.sleep(0.005)


thread = threading.Thread(target=tick)
thread.start()
begin = time.monotonic()
child = subprocess.Popen(['true'], preexec_fn=lambda: time.sleep(0.4))
end = time.monotonic()
done.set()
thread.join()
print(child.wait(), end - begin >= 0.4, len([t for t in ticks if begin < t < end]) > 10)


def too_much():
    bytearray(1 << 60)


def leaves():
    raise SystemExit(3)


for function in too_much, leaves, lambda: 1 / 0:
    attempt_name = function.__name__
    try:
        subprocess.Popen(['true'], preexec_fn=function)
    except subprocess.SubprocessError as e:
        print(attempt_name, e)

print('--- names of variables')
for env in {'': 'c'}, {'a=': 'c'}, {b'': b'c'}:
    try:
        os.execve('/nothing/here', ['x'], env)
    except ValueError as e:
        print(env, e)
