# runpy: modules and files as scripts.
import os
import runpy
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    def write(name, text):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text)
        return path

    script = write("script.py", "import sys\nx = given + 1\nprint(__name__, __package__, __spec__, sys.argv[0] == __file__)\n"
                                "print(sys.modules[__name__].__name__)\n")
    print(runpy.run_path(script, {"given": 1})["x"], "<run_path>" in sys.modules)
    print(runpy.run_path(script, {"given": 2}, run_name="a.b")["__package__"])
    sys.path.insert(0, folder)
    write("pkg/__init__.py", "")
    write("pkg/__main__.py", "print('main', __name__, __spec__.name)\n")
    write("pkg/part.py", "from . import other\nprint(__name__, __package__, other.y)\n")
    write("pkg/other.py", "y = 7\n")
    print(sorted(n for n in runpy.run_module("pkg.part", run_name="__main__") if not n.startswith("__")))
    runpy.run_module("pkg", alter_sys=True)
    runpy.run_path(os.path.join(folder, "pkg"), run_name="__main__")
    for name in "none", "none.x", "pkg.none", "pkg.part.x", ".x", "pkg.part.py", "sys":
        try:
            runpy.run_module(name)
        except ImportError as e:
            print(e)
    write("alone/__main__.py", "import sys\nsys.path.pop(0)\nx = 5\n")
    print(runpy.run_path(os.path.join(folder, "alone"))["x"], sys.modules["__main__"].__file__ == __file__)
    write("bad.py", "1 / 0\n")
    try:
        runpy.run_path(os.path.join(folder, "bad.py"))
    except ZeroDivisionError as e:
        print(e, sys.argv[0] == __file__)
