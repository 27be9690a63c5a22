# What python -m MODULE prints.
import os
import re
import subprocess
import sys
import tempfile


def run(*words, input=''):
    done = subprocess.run([sys.executable, '-m', *words], input=input, capture_output=True, text=True)
    print('-m', *words, '->', done.returncode)
    print(done.stdout, end='')
    if done.stderr:
        print('stderr:', done.stderr.splitlines()[-1])


os.environ['COLUMNS'] = '80'
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open('j.json', 'w') as f:
        f.write('{"b": [1, 2, {"\\u00e9": null}], "a": 1.5}')
    with open('lines.json', 'w') as f:
        f.write('{"a":1}\n[1,2]\nbad\n')
    with open('s.py', 'w') as f:
        f.write('x = 1 + f(2)\n')
    os.makedirs('d/e')
    for name in ('d/a.txt', 'd/e/b.txt', 'g.txt'):
        with open(name, 'w') as f:
            f.write(name + '\n')
        os.utime(name, (1600000000, 1600000000))
    for name in ('d/e', 'd'):
        os.utime(name, (1600000000, 1600000000))
    for options in ((), ('--sort-keys',), ('--compact',), ('--tab',), ('--indent', '1'), ('--no-indent',)):
        run('json.tool', *options, 'j.json')
    run('json.tool', '--json-lines', 'lines.json')
    run('json.tool', 'no.json')
    run('json.tool', 's.py')
    run('json.tool', '-h')
    run('json.tool', '--compact', input='[1, 2]')
    run('ast', 's.py')
    run('ast', '-m', 'eval', '-i', '1', input='f(x)')
    run('ast', '-a', 's.py')
    run('ast', '-h')
    run('ast', 'no.py')
    run('zipfile', '-c', 'z.zip', 'd')
    run('zipfile', '-t', 'z.zip')
    run('zipfile', '-e', 'z.zip', 'out')
    print(sorted(os.path.join(base, name) for base, _, names in os.walk('out') for name in names))
    run('zipfile')
    run('zipfile', '-h')
    run('tarfile', '-v', '-c', 't.tar', 'd')
    run('tarfile', '-l', 't.tar')
    run('tarfile', '-v', '-e', 't.tar', 'tarred')
    print(sorted(os.path.join(base, name) for base, _, names in os.walk('tarred') for name in names))
    run('tarfile', '-t', 's.py')
    run('tarfile', '-h')
    run('gzip', 'g.txt')
    os.remove('g.txt')
    run('gzip', '-d', 'g.txt.gz')
    print(open('g.txt').read(), end='')
    run('gzip', '-d', 'g.txt')
    run('textwrap')
    run('this')
    run('getopt', '-b', '--alpha=3', 'x')
    run('shlex', input='a b "c d"')
    run('inspect')
    run('inspect', 'no_such_module')
    run('inspect', 'sys')
    run('calendar', '2024', '2')
    run('base64', input='hello')
    run('base64', '-d', input='aGVsbG8=\n')
    run('base64', '-t')
    run('pickle')
    run('doctest')
    run('runpy')
    import pickle
    with open('p', 'wb') as f:
        pickle.dump({'a': [1, 2]}, f)
    run('pickle', 'p')
    with open('t.txt', 'w') as f:
        f.write('>>> 1 + 1\n2\n>>> 1 + 2\n4\n')
    run('doctest', 't.txt')
    run('doctest', '-v', '-o', 'ELLIPSIS', 't.txt')
    done = subprocess.run([sys.executable, '-m', 'random'], capture_output=True, text=True).stdout
    print(re.sub(r'\d+\.\d+ sec', 'T sec', re.sub('avg.*', 'avg', done)))
    done = subprocess.run([sys.executable, '-m', 'timeit', '-n', '1', '-r', '1', 'pass'], capture_output=True, text=True)
    print(done.stdout.split(':')[0])
    os.chdir('/')
