# How a program's standard streams are encoded, what is told on standard error, and how it ends where they fail.
import os
import subprocess
import sys

PLAIN = {name: value for name, value in os.environ.items() if not name.startswith(('PYTHON', 'LC_', 'LANG'))}


def run(code, input=b'', **settings):
    done = subprocess.run([sys.executable, '-c', code], input=input, capture_output=True, env={**PLAIN, **settings})
    errors = [line.partition(b' at 0x')[0] for line in done.stderr.splitlines() if not line.startswith((b'Traceback', b'  File', b'    '))]
    print(settings, done.returncode, done.stdout, *errors, sep='\n    ')


TELL = ("import sys\nfor s in (sys.stdin, sys.stdout, sys.stderr): print(s.encoding, s.errors)\n"
        "print('\\xe9\\u20ac\\udcff', file=sys.stderr)\nraise ValueError('\\xe9\\ud800')")
for settings in ({}, {'PYTHONIOENCODING': 'ascii'}, {'PYTHONIOENCODING': 'latin-1:replace'}, {'PYTHONIOENCODING': ':replace'},
                 {'PYTHONIOENCODING': ':'}, {'PYTHONIOENCODING': 'UTF8'}, {'PYTHONIOENCODING': 'utf8:'},
                 {'PYTHONUTF8': '1', 'PYTHONIOENCODING': 'ascii'}, {'PYTHONUTF8': '0', 'LC_ALL': 'C'},
                 {'PYTHONUTF8': '0', 'LANG': 'C'}, {'PYTHONUTF8': '1'}, {'PYTHONUTF8': '0', 'LANG': 'C', 'PYTHONCOERCECLOCALE': '0'},
                 {'LC_ALL': 'POSIX'}):
    run(TELL, **settings)
# without sys
run("raise ValueError('é\\ud800€')", PYTHONIOENCODING='ascii')
run("raise SystemExit('é\\ud800€')", PYTHONIOENCODING='ascii')
run("import sys\nsys.exit('é\\ud800€')", PYTHONIOENCODING='latin-1')
run("class A:\n    def __del__(self): raise ValueError('é')\nA()\nx = A()\ndel x", PYTHONIOENCODING='ascii')
run("import warnings\nwarnings.warn('é€')", PYTHONIOENCODING='ascii')
run("import logging\nlogging.warning('é€')", PYTHONIOENCODING='ascii')
run("import threading\nt = threading.Thread(target=lambda: 1 / 0, name='é')\nt.start()\nt.join()", PYTHONIOENCODING='ascii')
run("def é(): ß()\né()", PYTHONIOENCODING='ascii')
# reconfigured
run("import sys\nsys.stderr.reconfigure(encoding='ascii')\nprint(sys.stderr.errors)")
run("import sys\nsys.stderr.reconfigure(encoding='ascii', errors='replace')\nraise ValueError('a\\né')")
run("import sys\nsys.stderr.reconfigure(errors='ignore')\nprint(sys.stderr.encoding)\nraise ValueError('a\\ud800b')")
run("import sys\nsys.stdout.reconfigure(errors='replace')\nprint(sys.stdout.errors)\n"
    "sys.stdout.reconfigure(encoding='ascii')\nprint(sys.stdout.errors)\nprint('é')")
run("import sys\nfor e in ('no', 'utf-8'):\n    try:\n        sys.stdin.reconfigure(encoding=e)\n        print(sys.stdin.encoding, "
    "sys.stdin.readline())\n        sys.stdin.reconfigure(encoding='ascii')\n    except Exception as x:\n        print(type(x).__name__, x)",
    input=b'a\nb\n')
# streams that fail at the end
FLUSH = ("import sys\nclass W:\n    closed = {}\n    def write(self, s): return len(s)\n    def flush(self): raise OSError('full')\n"
         "    def __repr__(self): return '<W>'\nsys.{} = W()\nprint('x')\n{}")
run(FLUSH.format(False, 'stdout', ''))
run(FLUSH.format(True, 'stdout', ''))
run(FLUSH.format(False, 'stderr', ''))
run(FLUSH.format(False, 'stdout', 'sys.exit(3)'))
run("import sys\nclass W:\n    def write(self, s): pass\n    def __repr__(self): return '<W>'\nsys.stdout = W()\nprint('x')")
run("import sys\nsys.stdout = open('/dev/full', 'w', encoding='utf-8')\nprint('x')")
run("import sys, io\nsys.stdout = io.StringIO()\nprint('x')\nsys.stdout.close()")
