"""Read and write tar archives, plain or compressed by gzip, bzip2 or xz."""
import io
import os
import stat
import time
from _tarfile_header import (AREGTYPE, AbsoluteLinkError, AbsolutePathError, BLKTYPE, BLOCKSIZE, CHRTYPE, CONTTYPE,
                             CompressionError, DEFAULT_FORMAT, DIRTYPE, ENCODING, ExtractError, FIFOTYPE, FilterError,
                             GNUTYPE_LONGLINK, GNUTYPE_LONGNAME, GNUTYPE_SPARSE, GNU_FORMAT, GNU_MAGIC, HeaderError,
                             InvalidHeaderError, LENGTH_LINK, LENGTH_NAME, LENGTH_PREFIX, LNKTYPE,
                             LinkOutsideDestinationError, NUL, OutsideDestinationError,
                             PAX_FORMAT, POSIX_MAGIC, RECORDSIZE, REGTYPE, REGULAR_TYPES, ReadError, SOLARIS_XHDTYPE,
                             SYMTYPE, SpecialFileError, StreamError, TarError, TarInfo, USTAR_FORMAT, XGLTYPE,
                             XHDTYPE, _EmptyHeader, _EndOfArchive, _FILTERS, _KNOWN, _TruncatedHeader, _nts,
                             data_filter, fully_trusted_filter, tar_filter)

__all__ = ["TarFile", "TarInfo", "is_tarfile", "TarError", "ReadError", "CompressionError", "StreamError",
           "ExtractError", "HeaderError", "ENCODING", "USTAR_FORMAT", "GNU_FORMAT", "PAX_FORMAT", "DEFAULT_FORMAT",
           "open", "FilterError", "AbsoluteLinkError", "OutsideDestinationError", "SpecialFileError",
           "AbsolutePathError", "LinkOutsideDestinationError", "data_filter", "tar_filter", "fully_trusted_filter"]


def _seekable(fileobj):
    """A file that can go back: the file itself, or its bytes in memory."""
    return fileobj if getattr(fileobj, "seekable", lambda: True)() else io.BytesIO(fileobj.read())


class _MemberFile(io.BufferedIOBase):
    """The data of a member."""

    def __init__(self, tar, info):
        self._file = tar.fileobj
        self._start = info.offset_data
        self._size = info.size
        self._at = 0
        self.name = info.name
        self.mode = "r"

    def readable(self):
        return True

    def seekable(self):
        return True

    def read(self, size=-1):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        left = self._size - self._at
        size = left if size is None or size < 0 else min(size, left)
        if size <= 0:
            return b""
        self._file.seek(self._start + self._at)
        data = self._file.read(size)
        if len(data) < size:
            raise ReadError("unexpected end of data")
        self._at += len(data)
        return data

    read1 = read

    def readinto(self, b):
        data = self.read(len(b))
        b[:len(data)] = data
        return len(data)

    def readline(self, size=-1):
        start = self._at
        parts = []
        while True:
            chunk = self.read(512 if size is None or size < 0 else min(512, size - sum(map(len, parts))))
            if not chunk:
                break
            end = chunk.find(b"\n")
            if end >= 0:
                parts.append(chunk[:end + 1])
                break
            parts.append(chunk)
        line = b"".join(parts)
        self._at = start + len(line)
        return line

    def tell(self):
        return self._at

    def seek(self, offset, whence=0):
        if whence == 1:
            offset += self._at
        elif whence == 2:
            offset += self._size
        elif whence != 0:
            raise ValueError("Invalid argument")
        self._at = min(max(offset, 0), self._size)
        return self._at


class TarFile:
    """An archive, open for reading, writing or appending."""
    debug = 0
    dereference = ignore_zeros = False
    errorlevel = 1
    format = DEFAULT_FORMAT
    encoding = ENCODING
    errors = None
    tarinfo = TarInfo
    fileobject = _MemberFile
    extraction_filter = None

    def __init__(self, name=None, mode="r", fileobj=None, format=None, tarinfo=None, dereference=None,
                 ignore_zeros=None, encoding=None, errors="surrogateescape", pax_headers=None, debug=None,
                 errorlevel=None, copybufsize=None):
        modes = {"r": "rb", "a": "r+b", "w": "wb", "x": "xb"}
        if mode not in modes:
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        self.mode = mode
        self._extfileobj = fileobj is not None
        if fileobj is None:
            how = modes[mode]
            if mode == "a" and not os.path.exists(name):
                how = "wb"
            fileobj = io.open(name, how)
        elif name is None and isinstance(getattr(fileobj, "name", None), (str, bytes)):
            name = fileobj.name
        self.name = os.path.abspath(name) if name else None
        self.fileobj = fileobj
        for key, value in (("format", format), ("tarinfo", tarinfo), ("dereference", dereference),
                           ("ignore_zeros", ignore_zeros), ("encoding", encoding), ("debug", debug),
                           ("errorlevel", errorlevel)):
            if value is not None:
                setattr(self, key, value)
        self.errors = errors
        self.pax_headers = pax_headers if pax_headers is not None and self.format == PAX_FORMAT else {}
        self.copybufsize = copybufsize
        self.closed = False
        self.members = []
        self._loaded = False
        self.offset = self.fileobj.tell() if hasattr(self.fileobj, "tell") else 0
        self.inodes = {}
        try:
            if mode == "r":
                self.firstmember = None
                self.firstmember = self.next()
            elif mode == "a":
                while True:
                    self.fileobj.seek(self.offset)
                    try:
                        self.members.append(self._read_member())
                    except (_EndOfArchive, _EmptyHeader):
                        self.fileobj.seek(self.offset)
                        break
                    except HeaderError as exc:
                        raise ReadError(str(exc)) from None
            if mode in "awx":
                self._loaded = True
                if self.pax_headers:
                    buf = TarInfo._pax_block(self.pax_headers.copy(), XGLTYPE, "utf-8")
                    self.fileobj.write(buf)
                    self.offset += len(buf)
        except:
            if not self._extfileobj:
                self.fileobj.close()
            self.closed = True
            raise

    @classmethod
    def open(cls, name=None, mode="r", fileobj=None, bufsize=RECORDSIZE, **kwargs):
        """Open an archive; mode 'r:*' finds the compression by itself."""
        if not name and not fileobj:
            raise ValueError("nothing to open")
        if mode in ("r", "r:*", "r|*"):
            if "|" in mode and fileobj is not None:
                fileobj = _seekable(fileobj)
            start = fileobj.tell() if fileobj is not None else 0
            errors = []
            for opener in cls.gzopen, cls.bz2open, cls.xzopen, cls.taropen:
                try:
                    return opener(name, "r", fileobj, **kwargs)
                except (ReadError, CompressionError) as e:
                    errors.append(f"- method {opener.__name__[:-4]}: {e!r}")
                    if fileobj is not None:
                        fileobj.seek(start)
            raise ReadError("file could not be opened successfully:\n" + "\n".join(errors))
        if ":" in mode or "|" in mode:
            if "|" in mode and mode[0] == "r" and fileobj is not None:
                fileobj = _seekable(fileobj)
            filemode, _, comptype = mode.replace("|", ":").partition(":")
            filemode = filemode or "r"
            comptype = comptype or "tar"
            openers = {"tar": cls.taropen, "gz": cls.gzopen, "bz2": cls.bz2open, "xz": cls.xzopen}
            if comptype not in openers:
                raise CompressionError(f"unknown compression type {comptype!r}")
            return openers[comptype](name, filemode, fileobj, **kwargs)
        if mode in ("a", "w", "x"):
            return cls.taropen(name, mode, fileobj, **kwargs)
        raise ValueError("undiscernible mode")

    @classmethod
    def taropen(cls, name, mode="r", fileobj=None, **kwargs):
        """Open an uncompressed archive."""
        if mode not in ("r", "a", "w", "x"):
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        return cls(name, mode, fileobj, **kwargs)

    @classmethod
    def gzopen(cls, name, mode="r", fileobj=None, compresslevel=9, **kwargs):
        """Open an archive compressed by gzip."""
        from gzip import BadGzipFile, GzipFile
        return cls._open_compressed(
            lambda: GzipFile(name, mode + "b", compresslevel, fileobj), "a gzip", (OSError, EOFError), BadGzipFile, name,
            mode, kwargs)

    @classmethod
    def bz2open(cls, name, mode="r", fileobj=None, compresslevel=9, **kwargs):
        """Open an archive compressed by bzip2."""
        from bz2 import BZ2File
        return cls._open_compressed(
            lambda: BZ2File(fileobj or name, mode, compresslevel=compresslevel), "a bzip2", (OSError, EOFError), (), name,
            mode, kwargs)

    @classmethod
    def xzopen(cls, name, mode="r", fileobj=None, preset=None, **kwargs):
        """Open an archive compressed by xz."""
        from lzma import LZMAError, LZMAFile
        return cls._open_compressed(
            lambda: LZMAFile(fileobj or name, mode, preset=preset), "an lzma", (LZMAError, EOFError), (), name, mode, kwargs)

    @classmethod
    def _open_compressed(cls, make, kind, wrong, wrong_at_once, name, mode, kwargs):
        """An archive in the compressed file that make() opens. `wrong` are the exceptions of reading what is no such file,
        and `wrong_at_once` those of opening it."""
        if mode not in ("r", "w", "x"):
            raise ValueError("mode must be 'r', 'w' or 'x'")
        try:
            file = make()
        except wrong_at_once as failure:
            raise ReadError(f"not {kind} file") from failure
        try:
            archive = cls.taropen(name, mode, file, **kwargs)
        except wrong as failure:
            file.close()
            if mode == "r" and not isinstance(failure, FileNotFoundError):
                raise ReadError(f"not {kind} file") from failure
            raise
        except BaseException:
            file.close()
            raise
        archive._extfileobj = False
        return archive

    def close(self):
        """Write the end, if the archive was written, and close it."""
        if self.closed:
            return
        self.closed = True
        try:
            if self.mode in ("a", "w", "x"):
                self.fileobj.write(NUL * (BLOCKSIZE * 2))
                self.offset += BLOCKSIZE * 2
                rest = self.offset % RECORDSIZE
                if rest:
                    self.fileobj.write(NUL * (RECORDSIZE - rest))
        finally:
            if not self._extfileobj:
                self.fileobj.close()

    def _check(self, mode=None):
        if self.closed:
            raise OSError("%s is closed" % self.__class__.__name__)
        if mode is not None and self.mode not in mode:
            raise OSError("bad operation for mode %r" % self.mode)

    def getmember(self, name):
        """The member of a name, the last of several."""
        for info in reversed(self.getmembers()):
            if info.name == name.rstrip("/"):
                return info
        raise KeyError("filename %r not found" % name)

    def getmembers(self):
        """All members."""
        self._check()
        if not self._loaded:
            while self.next() is not None:
                pass
        return self.members

    def getnames(self):
        """The names of all members."""
        return [info.name for info in self.getmembers()]

    def next(self):
        """The next member; None at the end."""
        self._check("ra")
        if getattr(self, "firstmember", None) is not None:
            m = self.firstmember
            self.firstmember = None
            return m
        if self._loaded:
            return None
        info = None
        while True:
            self.fileobj.seek(self.offset)
            try:
                info = self._read_member()
            except _EndOfArchive:
                if self.ignore_zeros:
                    self.offset += BLOCKSIZE
                    continue
            except InvalidHeaderError as e:
                if self.ignore_zeros:
                    self.offset += BLOCKSIZE
                    continue
                if self.offset == 0:
                    raise ReadError(str(e)) from None
            except _EmptyHeader:
                if self.offset == 0:
                    raise ReadError("empty file") from None
            except _TruncatedHeader as e:
                if self.offset == 0:
                    raise ReadError(str(e)) from None
            break
        if info is not None:
            self.members.append(info)
        else:
            self._loaded = True
        return info

    def _read_member(self):
        """The member at the present offset, with the long names in front of it."""
        long_name = long_link = None
        pax = dict(self.pax_headers)
        first = self.offset
        while True:
            self.fileobj.seek(self.offset)
            info = self.tarinfo.frombuf(self.fileobj.read(BLOCKSIZE), self.encoding, self.errors)
            info.offset = first
            data_at = self.offset + BLOCKSIZE
            blocks = (info.size + BLOCKSIZE - 1) // BLOCKSIZE * BLOCKSIZE
            if info.type in (GNUTYPE_LONGNAME, GNUTYPE_LONGLINK):
                text = _nts(self._exactly(info.size), self.encoding, self.errors)
                if info.type == GNUTYPE_LONGNAME:
                    long_name = text
                else:
                    long_link = text
                self.offset = data_at + blocks
            elif info.type in (XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE):
                headers = self._pax_records(self._exactly(info.size))
                pax.update(headers)
                if info.type == XGLTYPE:
                    self.pax_headers.update(headers)
                self.offset = data_at + blocks
            else:
                break
        info.tarfile = self
        info.offset_data = data_at
        if long_name is not None:
            info.name = long_name.rstrip("/") if info.isdir() else long_name
        if long_link is not None:
            info.linkname = long_link
        for keyword, value in pax.items():
            if keyword == "path":
                info.name = value.rstrip("/")
            elif keyword == "linkpath":
                info.linkname = value
            elif keyword in ("uname", "gname"):
                setattr(info, keyword, value)
            elif keyword in ("size", "uid", "gid"):
                setattr(info, keyword, int(value))
            elif keyword == "mtime":
                info.mtime = float(value)
        info.pax_headers = pax
        size = info.size if info.isreg() or info.type not in _KNOWN else 0
        self.offset = data_at + (size + BLOCKSIZE - 1) // BLOCKSIZE * BLOCKSIZE
        return info

    def _exactly(self, n):
        data = self.fileobj.read(n)
        if len(data) != n:
            raise _TruncatedHeader("unexpected end of data")
        return data

    @staticmethod
    def _pax_records(data):
        headers = {}
        pos = 0
        import re  # this and other modules only where they are needed: importing them takes longer than this one
        pattern = re.compile(rb"(\d{1,20}) ([^=]+)=")
        while pos < len(data):
            m = pattern.match(data, pos)
            if not m:
                break
            length = int(m[1])
            if length < 5 or pos + length > len(data):
                raise InvalidHeaderError("invalid header")
            value = data[m.end():pos + length - 1]
            headers[m[2].decode("utf-8", "surrogateescape")] = value.decode("utf-8", "surrogateescape")
            pos += length
        return headers

    def gettarinfo(self, name=None, arcname=None, fileobj=None):
        """A TarInfo for a file of the file system."""
        self._check("awx")
        if fileobj is not None:
            name = fileobj.name
        if arcname is None:
            arcname = name
        arcname = os.path.splitdrive(os.fspath(arcname))[1].replace(os.sep, "/").lstrip("/")
        info = self.tarinfo()
        info.tarfile = self
        if fileobj is not None:
            st = os.fstat(fileobj.fileno())
        else:
            st = os.stat(name) if self.dereference else os.lstat(name)
        linkname = ""
        mode = st.st_mode
        if stat.S_ISREG(mode):
            inode = st.st_ino, st.st_dev
            if not self.dereference and st.st_nlink > 1 and inode in self.inodes and arcname != self.inodes[inode]:
                kind = LNKTYPE
                linkname = self.inodes[inode]
            else:
                kind = REGTYPE
                if inode[0]:
                    self.inodes[inode] = arcname
        elif stat.S_ISDIR(mode):
            kind = DIRTYPE
        elif stat.S_ISFIFO(mode):
            kind = FIFOTYPE
        elif stat.S_ISLNK(mode):
            kind = SYMTYPE
            linkname = os.readlink(name)
        elif stat.S_ISCHR(mode):
            kind = CHRTYPE
        elif stat.S_ISBLK(mode):
            kind = BLKTYPE
        else:
            return None
        info.name = arcname
        info.mode = mode
        info.uid, info.gid = st.st_uid, st.st_gid
        info.size = st.st_size if kind == REGTYPE else 0
        info.mtime = st.st_mtime
        info.type = kind
        info.linkname = linkname
        info.uname = _owner("/etc/passwd", st.st_uid)
        info.gname = _owner("/etc/group", st.st_gid)
        return info

    def list(self, verbose=True, *, members=None):
        """Print a table of contents."""
        for info in self.getmembers() if members is None else members:
            if verbose:
                print(stat.filemode(info.mode), "%s/%s" % (info.uname or info.uid, info.gname or info.gid),
                      "%10d" % info.size, "%d-%02d-%02d %02d:%02d:%02d" % time.localtime(info.mtime)[:6], end=" ")
            print(info.name + ("/" if info.isdir() else ""), end=" ")
            if verbose and info.issym():
                print("-> " + info.linkname, end=" ")
            if verbose and info.islnk():
                print("link to " + info.linkname, end=" ")
            print()

    def add(self, name, arcname=None, recursive=True, *, filter=None):
        """Add a file, or a folder with all that is in it."""
        self._check("awx")
        if arcname is None:
            arcname = name
        if self.name is not None and os.path.abspath(name) == self.name:
            return
        info = self.gettarinfo(name, arcname)
        if info is None:
            return
        if filter is not None:
            info = filter(info)
            if info is None:
                return
        if info.isreg():
            with io.open(name, "rb") as f:
                self.addfile(info, f)
        elif info.isdir():
            self.addfile(info)
            if recursive:
                for f in sorted(os.listdir(name)):
                    self.add(os.path.join(name, f), os.path.join(arcname, f), recursive, filter=filter)
        else:
            self.addfile(info)

    def addfile(self, tarinfo, fileobj=None):
        """Add a member, with data from a file."""
        self._check("awx")
        from copy import copy
        tarinfo = copy(tarinfo)
        buf = tarinfo.tobuf(self.format, self.encoding, self.errors)
        self.fileobj.write(buf)
        self.offset += len(buf)
        if fileobj is not None:
            left = tarinfo.size
            while left:
                data = fileobj.read(min(left, 1 << 16))
                if not data:
                    raise OSError("unexpected end of data")
                self.fileobj.write(data)
                left -= len(data)
            rest = tarinfo.size % BLOCKSIZE
            if rest:
                self.fileobj.write(NUL * (BLOCKSIZE - rest))
            self.offset += tarinfo.size + (BLOCKSIZE - rest if rest else 0)
        self.members.append(tarinfo)

    def _filter(self, filter):
        if filter is None:
            filter = self.extraction_filter
            return fully_trusted_filter if filter is None else filter
        if callable(filter):
            return filter
        try:
            return _FILTERS[filter]
        except KeyError:
            raise ValueError(f"filter {filter!r} not found") from None

    def extractall(self, path=".", members=None, *, numeric_owner=False, filter=None):
        """Write all members to a folder."""
        filter = self._filter(filter)
        folders = []
        for member in self.getmembers() if members is None else members:
            info = self._to_extract(member, filter, path)
            if info is None:
                continue
            if info.isdir():
                folders.append(info)
            self._extract(info, path, set_attrs=not info.isdir())
        for info in sorted(folders, key=lambda a: a.name, reverse=True):
            self._attributes(info, os.path.join(path, info.name))

    def extract(self, member, path="", set_attrs=True, *, numeric_owner=False, filter=None):
        """Write a member to a folder."""
        info = self._to_extract(member, self._filter(filter), path)
        if info is not None:
            self._extract(info, path, set_attrs)

    def _to_extract(self, member, filter, path):
        info = self.getmember(member) if isinstance(member, str) else member
        unfiltered = info
        try:
            info = filter(info, path)
        except (OSError, FilterError) as e:
            if self.errorlevel > 0:
                raise
            return None
        if info is None:
            return None
        if info.islnk():
            from copy import copy
            info = copy(info)
            info._link_target = os.path.join(path, info.linkname)
        return info

    def extractfile(self, member):
        """The data of a member as a file; None if it has none."""
        self._check("r")
        info = self.getmember(member) if isinstance(member, str) else member
        if info.isreg() or info.type not in _KNOWN:
            return self.fileobject(self, info)
        if info.islnk() or info.issym():
            return self.extractfile(self._link_target(info))
        return None

    def _link_target(self, info):
        if info.issym():
            name = "/".join(filter(None, (os.path.dirname(info.name), info.linkname)))
            name = os.path.normpath(name)
        else:
            name = os.path.normpath(info.linkname)
        for m in reversed(self.getmembers()):
            if os.path.normpath(m.name) == name:
                return m
        raise KeyError("linkname %r not found" % name)

    def _extract(self, info, path, set_attrs):
        target = os.path.join(path, info.name).rstrip("/")
        above = os.path.dirname(target)
        if above and not os.path.exists(above):
            os.makedirs(above)
        if info.isreg() or info.type not in _KNOWN:
            source = _MemberFile(self, info)
            from shutil import copyfileobj
            with io.open(target, "wb") as out:
                copyfileobj(source, out)
        elif info.isdir():
            try:
                os.mkdir(target, 0o700)
            except FileExistsError:
                if not os.path.isdir(target):
                    raise
        elif info.issym():
            if os.path.lexists(target):
                os.unlink(target)
            os.symlink(info.linkname, target)
            return
        elif info.islnk():
            if os.path.exists(info._link_target):
                os.link(info._link_target, target)
            else:
                self._extract(self._link_target(info).replace(name=info.name, deep=False), path, set_attrs)
                return
        elif info.isfifo():
            os.mkfifo(target)
        else:
            raise ExtractError("special devices not supported by system")
        if set_attrs:
            self._attributes(info, target)

    def _attributes(self, info, target):
        if info.mode is not None:
            try:
                os.chmod(target, info.mode)
            except OSError as e:
                raise ExtractError("could not change mode") from e
        if info.mtime is not None:
            try:
                os.utime(target, (info.mtime, info.mtime))
            except OSError as e:
                raise ExtractError("could not change modification time") from e

    def __iter__(self):
        if self._loaded:
            yield from self.members
            return
        index = 0
        while True:
            if index < len(self.members):
                info = self.members[index]
                if index == 0:
                    self.firstmember = None
            elif self._loaded:
                return
            else:
                info = self.next()
                if info is None:
                    return
            index += 1
            yield info

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, type, value, traceback):
        if type is None:
            self.close()
        else:
            if not self._extfileobj:
                self.fileobj.close()
            self.closed = True


def _owner(path, number):
    """The name of a user or group."""
    try:
        with io.open(path, encoding="utf-8") as f:
            for line in f:
                fields = line.split(":")
                if len(fields) > 2 and fields[2] == str(number):
                    return fields[0]
    except OSError:
        pass
    return ""


def is_tarfile(name):
    """Is it an archive that can be read?"""
    try:
        if hasattr(name, "read"):
            pos = name.tell()
            open(fileobj=name)
            name.seek(pos)
        else:
            open(name).close()
        return True
    except TarError:
        return False


open = TarFile.open


_COMPRESSION_OF_ENDING = {".gz": "gz", ".tgz": "gz", ".xz": "xz", ".txz": "xz", ".bz2": "bz2", ".tbz": "bz2",
                          ".tbz2": "bz2", ".tb2": "bz2"}


def main():
    """What `python -m tarfile` does: list, extract, create and test archives."""
    import argparse
    import sys
    parser = argparse.ArgumentParser(description="A simple command-line interface for tarfile module.")
    parser.add_argument("-v", "--verbose", action="store_true", default=False, help="Verbose output")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("-l", "--list", metavar="<tarfile>", help="Show listing of a tarfile")
    group.add_argument("-e", "--extract", nargs="+", metavar=("<tarfile>", "<output_dir>"),
                       help="Extract tarfile into target dir")
    group.add_argument("-c", "--create", nargs="+", metavar=("<name>", "<file>"), help="Create tarfile from sources")
    group.add_argument("-t", "--test", metavar="<tarfile>", help="Test if a tarfile is valid")
    args = parser.parse_args()

    def checked(name):
        if not is_tarfile(name):
            parser.exit(1, f"{name!r} is not a tar archive.\n")
        return name

    told = None
    if args.test is not None:
        with open(checked(args.test), "r") as archive:
            print(archive.getmembers(), file=sys.stderr)
        told = f"{args.test!r} is a tar archive."
    elif args.list is not None:
        with TarFile.open(checked(args.list), "r:*") as archive:
            archive.list(verbose=args.verbose)
    elif args.extract is not None:
        if len(args.extract) > 2:
            parser.exit(1, parser.format_help())
        name, folder = (*args.extract, os.curdir)[:2]
        with TarFile.open(checked(name), "r:*") as archive:
            archive.extractall(path=folder)
        told = f"{name!r} file is extracted" + ("." if folder == "." else f" into {folder!r} directory.")
    else:
        name = args.create[0]
        compression = _COMPRESSION_OF_ENDING.get(os.path.splitext(name)[1])
        with TarFile.open(name, "w:" + compression if compression else "w") as archive:
            for path in args.create[1:]:
                archive.add(path)
        told = f"{name!r} file created."
    if told and args.verbose:
        print(told)


if __name__ == "__main__":
    main()
