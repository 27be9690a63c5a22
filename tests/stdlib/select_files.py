# Waiting until one of several files can be read or written.
import os
import select
import time

r, w = os.pipe()
r2, w2 = os.pipe()
print(select.select([r, r2], [w], [], 0) == ([], [w], []), select.select([r], [], [], 0.05))
os.write(w, b'x')
with open(r2, 'rb', closefd=False) as f:
    print(select.select([f, r], [w2], [r]) == ([r], [w2], []), select.select([f], [], [], 0))
    os.write(w2, b'y')
    print(select.select([f, r], [], []) == ([f, r], [], []), select.select((), (), (), 0.01))
print(len(select.select([r, r], [], [])[0]), os.read(r, 1))
p = select.poll()
p.register(r, select.POLLIN)
p.register(w)
print([(fd == w, event == select.POLLOUT) for fd, event in p.poll()], p.modify(w, 0), p.poll(20), p.poll(0))
os.write(w, b'z')
print([(fd == r, event == select.POLLIN) for fd, event in p.poll(1000)], p.unregister(w))
os.read(r, 1)
start = time.monotonic()
print(p.poll(50), time.monotonic() - start >= .049)
os.close(w)
print([(fd == r, event == select.POLLHUP) for fd, event in p.poll()], select.select([r], [], []) == ([r], [], []))
for call in (lambda: select.select([-1], [], []), lambda: select.select(['x'], [], []), lambda: select.select([], [], [], -1),
             lambda: select.select([], [], [], 'x'), lambda: select.select([w], [], [], 0), lambda: p.modify(999, 1),
             lambda: p.unregister(999), lambda: p.register(-3), lambda: p.poll('x'), lambda: select.select(3, [], [])):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, e)
print([event == select.POLLNVAL for fd, event in (p.register(w), p.poll(0))[1] if fd == w])
print(select.error is OSError, select.PIPE_BUF)
