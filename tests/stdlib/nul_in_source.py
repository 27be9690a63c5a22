# NUL characters in what is compiled.
import ast
import importlib
import os
import runpy
import subprocess
import sys
import tempfile

for source in ('x\0', b'x\0', '\0', b'# \0', b'# coding: nope\n\0', b'# coding: latin-1\n\0', 'foo bar\n\0', b'\xff\0',
               bytearray(b'a\0'), memoryview(b'a\0')):
    for call in (lambda s: compile(s, 'f', 'exec'), lambda s: eval(s), lambda s: exec(s), lambda s: ast.parse(s)):
        try:
            call(source)
        except Exception as e:
            print(type(e).__name__, e.args)
for call in (lambda: compile('x', 'a\0b', 'exec'), lambda: compile('x', b'a\0b', 'exec'), lambda: compile('x', 'f', 'a\0'),
             lambda: ast.literal_eval('1\0')):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, e.args)
with tempfile.TemporaryDirectory() as folder:
    sys.path.insert(0, folder)
    path = os.path.join(folder, 'with_nul.py')
    with open(path, 'w') as f:
        f.write('print(1)\nx = 1\0\n')
    for call in (lambda: runpy.run_path(path), lambda: runpy.run_module('with_nul'),
                 lambda: importlib.import_module('with_nul')):
        try:
            call()
        except Exception as e:
            print(type(e).__name__, e.args)
    for text in ('print(1)\nx = 1\0 + 2\nprint(2)\n', '\0', 'print(1)\n# comment \0\nprint(2)\n', 's = "a\0b"\nprint(2)\n',
                 'print(1)\n\0', 'foo bar\n\0\n', 'if 1:\0\n  print(3)\n', '# coding: latin-1\nprint(1)\nx = 1\0\n',
                 '\ufeffprint(1)\0\n\nprint(2)\n'):
        with open(path, 'w') as f:
            f.write(text)
        got = subprocess.run([sys.executable, path], capture_output=True, text=True)
        print(got.returncode, repr(got.stdout), got.stderr.replace(path, 'PATH'))
