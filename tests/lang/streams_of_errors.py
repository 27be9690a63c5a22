# exit: 1
# What reports an error writes to the stream that sys has now.
import io
import sys
import traceback

def caught(f):
    real, sys.stderr = sys.stderr, io.StringIO()
    try:
        f()
        return sys.stderr.getvalue()
    finally:
        sys.stderr = real
def excepthook():
    try:
        [].appendd
    except AttributeError:
        sys.__excepthook__(*sys.exc_info())
print(caught(excepthook).splitlines()[-1])
class D:
    def __del__(self):
        1 / 0
def finalizer():
    D()
print(caught(finalizer).splitlines()[-1])
out, sys.stdout = sys.stdout, io.StringIO()
sys.displayhook(42)
text, sys.stdout = sys.stdout.getvalue(), out
print(repr(text), _)
sys.displayhook(None)
print(_)
def gen():
    x = 5
    yield x
it = gen()
print(it.gi_frame.f_code.co_name, it.gi_frame.f_locals)
next(it)
print(it.gi_frame.f_locals, it.gi_frame.f_lineno)
list(it)
print(it.gi_frame)
def unbound():
    del x
    return [x for _ in (1,)]
def unbound2():
    x = 1
    del x
    return [x for _ in (1,)]
for f in (unbound, unbound2):
    try:
        f()
    except NameError as e:
        print(type(e).__name__, e)
def hook(kind, value, trace):
    print("hook", kind.__name__, value)
sys.excepthook = hook
print("end of the checks")
raise ValueError("last")
