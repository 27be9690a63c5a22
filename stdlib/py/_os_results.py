"""What functions of os give, loaded with the first of it."""
import os
from _record import Record
from stat import S_ISDIR, S_ISREG

__name__ = "os"


class stat_result(Record, names="st_mode st_ino st_dev st_nlink st_uid st_gid st_size st_atime st_mtime st_ctime",
                  more="st_atime st_mtime st_ctime st_atime_ns st_mtime_ns st_ctime_ns st_blksize st_blocks st_rdev"):
    """What stat() gives."""


class statvfs_result(Record, more="f_fsid", names="f_bsize f_frsize f_blocks f_bfree f_bavail f_files f_ffree f_favail "
                                                  "f_flag f_namemax"):
    """A file system's numbers of blocks and files."""


class terminal_size(Record, names="columns lines"):
    """Columns and lines of a terminal."""


class uname_result(Record, names="sysname nodename release version machine"):
    """The system's names and versions."""
    __module__ = "posix"


class times_result(Record, names="user system children_user children_system elapsed"):
    """What times() gives."""
    __module__ = "posix"


class DirEntry:
    """One entry of scandir()."""
    __slots__ = ("name", "path", "_kind", "_inode", "_folder")

    def __init__(self, name, path, kind, inode, folder=None):
        self.name = name
        self.path = path
        self._kind = kind
        self._inode = inode
        self._folder = folder  # the descriptor that scandir() was given, which the path starts from

    def _is(self, kind, test, follow_symlinks):
        if self._kind != 4 or not follow_symlinks:
            return self._kind == kind
        try:
            return test(self.stat().st_mode)
        except FileNotFoundError:
            return False

    def is_dir(self, *, follow_symlinks=True):
        """Whether it is a folder; a link counts as what it points to, unless links are not followed."""
        return self._is(3, S_ISDIR, follow_symlinks)

    def is_file(self, *, follow_symlinks=True):
        """Whether it is a file; a link counts as what it points to, unless links are not followed."""
        return self._is(2, S_ISREG, follow_symlinks)

    def is_symlink(self):
        """Whether it is a symbolic link."""
        return self._kind == 4

    def stat(self, *, follow_symlinks=True):
        """What os.stat() says of it."""
        return os.stat(self.path, dir_fd=self._folder, follow_symlinks=follow_symlinks)

    def inode(self):
        """Its number in the file system."""
        return self._inode

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
