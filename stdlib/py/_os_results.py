"""What functions of os give, loaded with the first of it."""
import os

__name__ = "os"


class stat_result(tuple):
    """What stat() gives."""
    n_sequence_fields = 10
    _names = ("st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime",
              "st_ctime")

    def __new__(cls, sequence, dict={}):
        sequence = tuple(sequence)
        self = tuple.__new__(cls, sequence[:10])
        self._more = sequence[10:]
        return self

    st_mode = property(lambda self: self[0])
    st_ino = property(lambda self: self[1])
    st_dev = property(lambda self: self[2])
    st_nlink = property(lambda self: self[3])
    st_uid = property(lambda self: self[4])
    st_gid = property(lambda self: self[5])
    st_size = property(lambda self: self[6])
    st_atime = property(lambda self: self._more[0] if self._more else self[7])
    st_mtime = property(lambda self: self._more[1] if self._more else self[8])
    st_ctime = property(lambda self: self._more[2] if self._more else self[9])
    st_atime_ns = property(lambda self: self._more[3])
    st_mtime_ns = property(lambda self: self._more[4])
    st_ctime_ns = property(lambda self: self._more[5])

    def __repr__(self):
        return "os.stat_result(" + ", ".join(f"{n}={v!r}" for n, v in zip(self._names, self)) + ")"


class uname_result(tuple):
    """The system's names and versions."""
    sysname = property(lambda self: self[0])
    nodename = property(lambda self: self[1])
    release = property(lambda self: self[2])
    version = property(lambda self: self[3])
    machine = property(lambda self: self[4])

    def __repr__(self):
        return "posix.uname_result(sysname=%r, nodename=%r, release=%r, version=%r, machine=%r)" % tuple(self)


class statvfs_result(tuple):
    """A file system's numbers of blocks and files."""
    (f_bsize, f_frsize, f_blocks, f_bfree, f_bavail, f_files, f_ffree, f_favail, f_flag, f_namemax) = [
        property(lambda self, place=place: self[place]) for place in range(10)
    ]


class terminal_size(tuple):
    """Columns and lines of a terminal."""
    columns = property(lambda self: self[0])
    lines = property(lambda self: self[1])

    def __repr__(self):
        return "os.terminal_size(columns=%r, lines=%r)" % tuple(self)


class DirEntry:
    """One entry of scandir()."""
    __slots__ = ("name", "path", "_kind")

    def __init__(self, name, path, kind):
        self.name = name
        self.path = path
        self._kind = kind

    def is_dir(self, *, follow_symlinks=True):
        """Whether it is a folder; a link counts as what it points to, unless links are not followed."""
        if self._kind == 4 and follow_symlinks:
            return os.path.isdir(self.path)
        return self._kind == 3

    def is_file(self, *, follow_symlinks=True):
        """Whether it is a file; a link counts as what it points to, unless links are not followed."""
        if self._kind == 4 and follow_symlinks:
            return os.path.isfile(self.path)
        return self._kind == 2

    def is_symlink(self):
        """Whether it is a symbolic link."""
        return self._kind == 4

    def stat(self, *, follow_symlinks=True):
        """What os.stat() says of it."""
        return os.stat(self.path, follow_symlinks=follow_symlinks)

    def inode(self):
        """Its number in the file system."""
        return os.lstat(self.path).st_ino

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"


class _ScandirIterator:
    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def close(self):
        self._entries = iter(())


class _wrap_close:
    def __init__(self, stream, proc):
        self._stream = stream
        self._proc = proc

    def close(self):
        self._stream.close()
        returncode = self._proc.wait()
        if returncode == 0:
            return None
        return returncode << 8

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def __iter__(self):
        return iter(self._stream)
