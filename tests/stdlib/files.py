import os
import tempfile

with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, "a.txt")
    with open(p, "w") as f:
        print(f.write("one\ntwo\n"), f.mode, f.writable(), f.readable())
    with open(p) as f:
        print(f.readline(), f.read(), list(f))
    with open(p, "rb") as f:
        print(f.read(3), f.tell(), f.seek(0), f.readlines())
    with open(p, "a") as f:
        print("three", file=f)
    print([line.strip() for line in open(p)], os.path.getsize(p))
    try:
        open(os.path.join(d, "none"))
    except FileNotFoundError as e:
        print(e.errno, e.strerror)
