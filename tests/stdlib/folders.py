"""Making and removing folders with those above them."""
import os, tempfile
d = tempfile.mkdtemp(); os.chdir(d)
def t(f, *a, **k):
    try: print(f.__name__, a, f(*a, **k))
    except OSError as e: print(f.__name__, a, type(e).__name__, e.errno)
t(os.makedirs, "a/b/c/"); t(os.makedirs, "a/b/c"); t(os.makedirs, "a/b/c", exist_ok=True); t(os.makedirs, "x/y/."); t(os.makedirs, b"q/w"); t(os.makedirs, "a/f", 0o700)
open("file", "w").close(); t(os.makedirs, "file", exist_ok=True); t(os.makedirs, "file/x")
t(os.removedirs, "x/y"); t(os.removedirs, "a/b"); t(os.renames, "a/b/c", "n/m/c"); t(os.renames, "file", "n/file2")
print(sorted((r, sorted(ds), sorted(fs)) for r, ds, fs in os.walk(".")))
os.environ["ZZ"] = "1"; print((os.environ | {"ZZ": "2"})["ZZ"], ({"ZZ": "3", "Y": 1} | os.environ)["ZZ"], type(os.environ | {}))
