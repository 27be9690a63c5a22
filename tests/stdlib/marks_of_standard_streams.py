# Byte order marks of standard streams: a pipe has none but that of UTF-8, a file has one where it begins. Programs of
# modules tell by their codes how they end.
import os
import subprocess
import sys
import tempfile

PLAIN = {name: value for name, value in os.environ.items() if not name.startswith(('PYTHON', 'LC_', 'LANG'))}
CODE = "import sys\nfor s in sys.stdout, sys.stderr:\n    print('a', file=s)\n    s.flush()\n    print('b', file=s)"

for encoding in ('utf-16', 'utf-32', 'utf-8-sig', 'utf-16-le', 'utf-16-be', 'utf-8'):
    settings = {**PLAIN, 'PYTHONIOENCODING': encoding}
    done = subprocess.run([sys.executable, '-c', CODE], capture_output=True, env=settings)
    print(encoding, done.stdout, done.stderr)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        for _ in range(2):  # the second time behind what is there
            subprocess.run([sys.executable, '-c', CODE], stdout=out, stderr=err, env=settings)
        out.seek(0)
        err.seek(0)
        print(out.read(), err.read())

for words in (['nosuch.thing'], ['nosuch', 'os'], ['len', 'nosuch'], ['len']):
    done = subprocess.run([sys.executable, '-m', 'pydoc', *words], capture_output=True, env=PLAIN)
    print(words, done.returncode, done.stdout.count(b'No Python documentation'), done.stdout.count(b'Help on'))
