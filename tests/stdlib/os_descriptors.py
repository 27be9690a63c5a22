# What os does with open files by their numbers, and with names of environment variables as bytes.
import os
import stat
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, 'file')
fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
print(os.writev(fd, [b'some ', bytearray(b'bytes'), memoryview(b'!')]), os.pread(fd, 4, 5), os.pwrite(fd, b'BYTES', 5))
os.lseek(fd, 0, 0)
one, two = bytearray(3), bytearray(20)
print(os.readv(fd, [one, two]), one, two)
os.fchmod(fd, 0o640)
os.fchown(fd, -1, -1)
print(oct(stat.S_IMODE(os.fstat(fd).st_mode)), os.fdatasync(fd), os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_RANDOM))
os.posix_fallocate(fd, 0, 100)
print(os.fstat(fd).st_size, os.lockf(fd, os.F_LOCK, 0), os.lockf(fd, os.F_ULOCK, 0))
with open(os.path.join(folder, 'copy'), 'wb') as f:
    print(os.sendfile(f.fileno(), fd, 0, 11), os.path.getsize(f.name))
print(os.fstatvfs(fd).f_bsize == os.statvfs(folder).f_bsize, os.fpathconf(fd, 'PC_NAME_MAX'), os.pathconf('/', 'PC_LINK_MAX') > 1)
print(os.get_blocking(fd), os.set_blocking(fd, False), os.get_blocking(fd), os.set_blocking(fd, True))
copy = os.dup(fd)
print(os.get_inheritable(fd), os.get_inheritable(copy), os.dup2(fd, copy) == copy, os.get_inheritable(copy))
os.close(copy)
r, w = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
try:
    os.read(r, 1)
except BlockingIOError as e:
    print(e)
os.close(r)
os.close(w)
for call in (lambda: os.pread(fd, -1, 0), lambda: os.pread(9999, 1, 0), lambda: os.fchmod(9999, 0), lambda: os.ttyname(fd),
             lambda: os.pathconf('/', 'PC_NO'), lambda: os.pathconf('/', 1.5), lambda: os.fchdir(fd),
             lambda: os.posix_fallocate(fd, 0, 0), lambda: os.pwrite(fd, 'text', 0)):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, e)
os.close(fd)

print('--- others')
here = os.getcwd()
fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
os.fchdir(fd)
print(os.path.samefile('.', folder))
os.chdir(here)
os.close(fd)
open(path + '2', 'w').close()
os.lchown(path + '2', -1, -1)
print(os.path.getsize(path + '2'), len(os.getrandom(5)), os.makedev(8, 1), os.major(2049), os.minor(2049), os.ctermid())
os.environ['ADDED'] = 'd\xe9j\xe0'
print(os.environb[b'ADDED'], os.getenvb(b'ADDED'), os.getenvb(b'NOT_THERE', 3), os.supports_bytes_environ)
os.environb[b'RAW'] = b'\xff'
print(ascii(os.environ['RAW']), ascii(os.getenv('RAW')))
try:
    os.environb['x']
except TypeError as e:
    print(e)
print(os.device_encoding(999), os.O_NOATIME, os.SEEK_HOLE, os.EFD_CLOEXEC, os.WEXITED, os.P_ALL, os.SCHED_BATCH, os.RTLD_NOW,
      os.O_TMPFILE, os.ST_RDONLY, os.NGROUPS_MAX)
print('fork' in dir(os), 'environb' in dir(os), hasattr(os, 'startfile'), os.stat in os.supports_follow_symlinks)
try:
    os.no_such_name
except AttributeError as e:
    print(e)
for name in os.listdir(folder):
    os.remove(os.path.join(folder, name))
os.rmdir(folder)
