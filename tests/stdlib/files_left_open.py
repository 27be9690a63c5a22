# Files that nobody closes: what was written to them is in the file once they are gone, and at the end of the process.
import io
import os
import subprocess
import sys
import tempfile

folder = tempfile.mkdtemp()


def path(name):
    return os.path.join(folder, name)


def read(name):
    with open(path(name), "rb") as f:
        return f.read()


open(path("a"), "w").write("hello\n")
print(read("a"))
open(path("b"), "wb").write(b"bytes")
print(read("b"))


def inside():
    g = open(path("c"), "w", encoding="latin-1", newline="\r\n")
    g.write("é\n" * 3)


inside()
print(read("c"))

sink = io.BytesIO()
text = io.TextIOWrapper(sink, "utf-8")
text.write("over bytes")
text.flush()
print(sink.getvalue())

try:
    open(path("e"), "w").write("before the error")
    raise ValueError
except ValueError:
    print(read("e"))

script = f"""
import sys
kept = open({path('f')!r}, 'w'); kept.write('kept in a module')
class Holder: pass
h = Holder(); h.file = open({path('g')!r}, 'wb'); h.file.write(b'kept in an object'); h.me = h
held = lambda f=open({path('h')!r}, 'w'): f
held().write('kept in a default')
if len(sys.argv) > 1: raise SystemExit(3)
"""
for arguments in ([], ["x"]):
    done = subprocess.run([sys.executable, "-c", script] + arguments)
    print(done.returncode, read("f"), read("g"), read("h"))
