# Files named by a path from an open folder, by an open file, or not at all; what calls of the system give.
import os
import pickle
import tempfile

top = tempfile.mkdtemp()
os.chdir(top)


def tried(text, **names):
    try:
        print(text, '->', eval(text, {'os': os, **names}))
    except Exception as e:
        print(text, '->', type(e).__name__, str(e))


print('--- from a folder')
os.mkdir('d')
fd = os.open('d', os.O_RDONLY)
os.mkdir('sub', 0o755, dir_fd=fd)
out = os.open('file', os.O_CREAT | os.O_RDWR, 0o644, dir_fd=fd)
os.write(out, b'twelve bytes')
os.symlink('file', 'link', dir_fd=fd)
os.symlink('nowhere', 'dangling', target_is_directory=False, dir_fd=fd)
print(sorted(os.listdir(fd)), sorted(os.listdir(fd)), sorted(os.listdir(b'd')))
print(os.readlink('link', dir_fd=fd), os.readlink(b'link', dir_fd=fd), os.stat('file', dir_fd=fd).st_size)
print(os.stat('link', dir_fd=fd).st_size, os.stat('link', dir_fd=fd, follow_symlinks=False).st_size,
      os.lstat('link', dir_fd=fd).st_size, os.access('file', os.R_OK, dir_fd=fd), os.access('none', os.F_OK, dir_fd=fd),
      os.access('dangling', os.F_OK, dir_fd=fd), os.access('dangling', os.F_OK, dir_fd=fd, follow_symlinks=False),
      os.access('file', os.F_OK, dir_fd=fd, effective_ids=True))
os.rename('file', 'moved', src_dir_fd=fd, dst_dir_fd=fd)
os.replace('moved', 'outside', src_dir_fd=fd)
print(sorted(os.listdir()), sorted(os.listdir('d')))
os.link('outside', 'again', dst_dir_fd=fd)
print(os.stat('outside').st_nlink, os.path.samefile('outside', 'd/again'))
os.unlink('again', dir_fd=fd)
os.remove('link', dir_fd=fd)
os.mkfifo('pipe', 0o600, dir_fd=fd)
print(oct(os.stat('pipe', dir_fd=fd).st_mode))
os.chmod('pipe', 0o640, dir_fd=fd)
print(oct(os.stat('pipe', dir_fd=fd).st_mode))
os.rmdir('sub', dir_fd=fd)
print(sorted(os.listdir('d')))

print('--- by a descriptor')
os.chmod(out, 0o600)
os.truncate(out, 5)
os.utime(out, ns=(1_500_000_000_123_456_789, 1_600_000_000_987_654_321))
s = os.stat(out)
print(oct(s.st_mode), s.st_size, s.st_atime_ns, s.st_mtime_ns, s.st_mtime, s == os.fstat(out), os.statvfs(out)[9])
os.utime('outside', (1.25, 2))
print(os.stat('outside').st_atime_ns, os.stat('outside').st_mtime_ns)
os.utime('outside', (-1.5, 3.999999))
print(os.stat('outside').st_atime_ns, os.stat('outside').st_mtime_ns)
os.utime('d/dangling', (7, 8), follow_symlinks=False)
print(os.lstat('d/dangling').st_mtime, os.pathconf(out, 'PC_NAME_MAX') == os.pathconf('.', 'PC_NAME_MAX'))
os.chdir(fd)
print(os.path.relpath(os.getcwd(), os.path.realpath(top)))
os.chdir(top)
os.chown(out, -1, -1)
os.chown('d/dangling', -1, -1, follow_symlinks=False)

print('--- entries')
with os.scandir(fd) as entries:
    print(sorted((e.name, e.path, e.is_dir(), e.is_symlink()) for e in entries))
for given in '.', b'.', None, b'd':
    print(given, sorted((e.name, e.path, e.is_file(), e.inode() == e.stat(follow_symlinks=False).st_ino)
                        for e in os.scandir(given)))
print(sorted(e.path for e in os.scandir()))

print('--- errors')
for function in 'stat', 'chmod', 'chown', 'utime', 'access':
    more = {'chmod': ', 0o600', 'chown': ', -1, -1', 'access': ', 0'}.get(function, '')
    tried(f'os.{function}(out{more}, dir_fd=3)', out=out)
    tried(f'os.{function}(out{more}, follow_symlinks=False)', out=out)
    tried(f'os.{function}("x"{more}, dir_fd="y")')
    tried(f'os.{function}(3.5{more})')
    tried(f'os.{function}("none"{more}, dir_fd=-5)')
for function in 'chdir', 'listdir', 'scandir', 'statvfs', 'lstat', 'rmdir', 'unlink', 'remove', 'mkdir', 'readlink':
    for bad in '3.5', '[]', 'b"a\\0b"', '"a\\0b"', '2 ** 70', '-2 ** 70', '999':
        tried(f'os.{function}({bad})')
for function in 'rename', 'replace', 'link', 'symlink':
    tried(f'os.{function}(1.5, "x")')
    tried(f'os.{function}("x", None)')
    tried(f'os.{function}("none", "none/none")')
for text in ('5', '(1,)', '(1, 2, 3)', '("a", 1)', '[1, 2]'):
    tried(f'os.utime("d", {text})')
    tried(f'os.utime("d", ns={text})')
tried('os.utime("d", (1, 2), ns=(1, 2))')
tried('os.utime("d", ns=None)')
tried('os.truncate("d", 0)')
tried('os.truncate(999, 0)')
tried('os.open("d", os.O_WRONLY)')
tried('os.open(1.5, 0)')

print('--- what they give')
fields = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
s = os.stat_result(fields)
print(s, s.st_mtime, s.st_mtime_ns, s.st_blksize, s.n_fields, s.n_sequence_fields, s.n_unnamed_fields)
print(pickle.loads(pickle.dumps(os.stat_result(range(19)))).__reduce__(), os.stat_result.__match_args__)
for length in 9, 20:
    tried('os.stat_result(range(length))', length=length)
tried('os.stat_result(5)')
tried('os.terminal_size((1, 2))')
tried('os.terminal_size((1, 2, 3))')
tried('os.stat_result(fields, {"st_mtime": 1.5}).st_mtime', fields=fields)
match os.terminal_size((80, 24)):
    case os.terminal_size(columns, lines):
        print(columns, lines)
s = os.stat(out)
print(s.st_blksize > 0, s.st_blocks >= 0, s.st_rdev, len(s), s[6] == s.st_size, s.n_fields)
print(repr(os.times()).startswith('posix.times_result(user='), repr(os.uname()).startswith("posix.uname_result(sysname='"),
      repr(os.statvfs('.')).startswith('os.statvfs_result(f_bsize='), len(os.statvfs('.')))
print(sorted(f.__name__ for f in os.supports_effective_ids), os.utime in os.supports_fd, os.link in os.supports_dir_fd)
os.close(fd)
os.close(out)

print('--- entries of an open folder are those there')
with tempfile.TemporaryDirectory() as top:
    os.chdir(top)
    os.mkdir('d')
    open('d/x', 'w').write('twelve bytes'); open('x', 'w').write('other'); os.mkdir('d/sub'); os.symlink('sub', 'd/link'); os.symlink('none', 'd/dangling'); os.symlink('loop', 'd/loop'); os.symlink('x', 'd/xl')
    fd = os.open('d', os.O_RDONLY)
    for e in sorted(os.scandir(fd), key=lambda e: e.name):
        try: size = e.stat().st_size if e.name in ('x', 'xl') else e.stat() and 0
        except OSError as err: size = err
        try: kinds = e.is_dir(), e.is_file(), e.is_symlink(), e.is_dir(follow_symlinks=False), e.is_file(follow_symlinks=False)
        except OSError as err: kinds = err
        print(e.name, e.path, size, kinds, e.inode() == os.stat(e.name, dir_fd=fd, follow_symlinks=False).st_ino)
    os.close(fd); os.chdir('/')

print('--- which nobody changes')
s = os.stat('.')
for code in ('s.foo = 1', 's.st_mode = 1', 's.st_mtime = 5', 'del s.st_size', 'class X(os.stat_result): pass',
             'os.stat_result(range(10), None)', 'os.stat_result(range(10), {"st_blocks": 7}).st_blocks',
             'os.uname().sysname = 5'):
    try:
        exec(code)
        print(code, 'done')
    except Exception as e:
        print(code, type(e).__name__, e)
