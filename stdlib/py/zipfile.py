"""Read and write ZIP files."""
import io
import os
import struct
import sys
import time
import zlib
from _thread import RLock

from _zipfile import (ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, BadZipFile, LargeZipFile, ZipInfo, _check_method,
                      _compressor, _decode_name, _decompressor, _find_end, _Decrypter, _END_RECORD, _LOCAL, _method_name, _zip64_end)

__all__ = ["BadZipFile", "BadZipfile", "error", "ZIP_STORED", "ZIP_DEFLATED", "ZIP_BZIP2", "ZIP_LZMA", "is_zipfile",
           "ZipInfo", "ZipFile", "PyZipFile", "LargeZipFile", "Path"]

error = BadZipfile = BadZipFile
ZIP64_LIMIT = (1 << 31) - 1
ZIP_FILECOUNT_LIMIT = (1 << 16) - 1
ZIP_MAX_COMMENT = (1 << 16) - 1


def is_zipfile(filename):
    """Whether a file (a name or an open file) is a ZIP file by its end record."""
    try:
        if hasattr(filename, "read"):
            return _find_end(filename) is not None
        with io.open(filename, "rb") as file:
            return _find_end(file) is not None
    except (OSError, BadZipFile):
        return False


def _copyfileobj(source, target, length=0):
    from shutil import copyfileobj  # only here: it brings half of what importing this module would take
    copyfileobj(source, target, length)


class _Shared:
    """A reader of one region of a file that several share."""

    def __init__(self, owner, pos):
        self.owner = owner
        self.pos = pos
        owner._open_count += 1
        self._closed = False

    def read(self, n):
        with self.owner._lock:
            if self.owner._writing:
                raise ValueError("Can't read from the ZIP file while there is an open writing handle on it. "
                                 "Close the writing handle before trying to read.")
            file = self.owner.fp
            file.seek(self.pos)
            data = file.read(n)
            self.pos = file.tell()
            return data

    def close(self):
        if not self._closed:
            self._closed = True
            self.owner._release()


class ZipExtFile(io.BufferedIOBase):
    """One member, open for reading."""
    MAX_N = 1 << 31 - 1
    MIN_READ_SIZE = 4096

    def __init__(self, fileobj, mode, zipinfo, pwd=None, close_fileobj=False):
        self._file = fileobj
        self._pwd = pwd
        self._close_file = close_fileobj
        self.mode = mode
        self.name = zipinfo.filename
        self.newlines = None
        self._info = zipinfo
        self._expected = getattr(zipinfo, "CRC", None)
        self._start_pos = fileobj.pos
        self._begin()

    def _begin(self):
        info = self._info
        self._decrypter = None
        self._left = info.compress_size
        self._out_left = info.file_size
        self._stream = _decompressor(info.compress_type)
        self._buffer = b""
        self._at = 0
        self._eof = False
        self._crc = zlib.crc32(b"")
        self._position = 0
        if self._pwd is not None and info.flag_bits & 1:
            self._decrypter = _Decrypter(self._pwd)
            head = self._decrypter(self._file.read(12))
            self._left -= 12
            check = info._raw_time >> 8 & 0xff if info.flag_bits & 8 else info.CRC >> 24 & 0xff
            if head[11] != check:
                raise RuntimeError("Bad password for file %r" % info.orig_filename)

    def __repr__(self):
        text = "<%s.%s" % (self.__class__.__module__, self.__class__.__qualname__)
        if self.closed:
            return text + " [closed]>"
        text += " name=%r mode=%r" % (self.name, self.mode)
        if self._info.compress_type != ZIP_STORED:
            text += " compress_type=%s" % _method_name(self._info.compress_type)
        return text + ">"

    def _raw(self, n):
        n = min(max(n, self.MIN_READ_SIZE), self._left)
        data = self._file.read(n)
        self._left -= len(data)
        if not data and n:
            raise EOFError
        return self._decrypter(data) if self._decrypter is not None else data

    def _chunk(self, n):
        """About n more bytes."""
        if self._eof or n <= 0:
            return b""
        if self._stream is None:
            data = self._raw(n)
            self._eof = self._left <= 0
        else:
            rest = self._stream.unconsumed_tail
            if n > len(rest):
                rest += self._raw(n - len(rest)) if self._left > 0 else b""
            data = self._stream.decompress(rest, max(n, self.MIN_READ_SIZE))
            self._eof = self._stream.eof or self._left <= 0 and not self._stream.unconsumed_tail
            if self._eof:
                data += self._stream.flush()
        data = data[:self._out_left]
        self._out_left -= len(data)
        if self._out_left <= 0:
            self._eof = True
        if self._expected is not None:
            self._crc = zlib.crc32(data, self._crc)
            if self._eof and self._crc != self._expected:
                raise BadZipFile("Bad CRC-32 for file %r" % self.name)
        return data

    def _check(self, what):
        if self.closed:
            raise ValueError(what)

    def readable(self):
        """True."""
        self._check("I/O operation on closed file.")
        return True

    def read(self, n=-1):
        """Up to n bytes; all that is left without n."""
        self._check("read from closed file.")
        if n is None or n < 0:
            parts = [self._buffer[self._at:]]
            self._buffer = b""
            self._at = 0
            while not self._eof:
                parts.append(self._chunk(1 << 20))
            data = b"".join(parts)
        else:
            data = self._buffer[self._at:self._at + n]
            self._at += len(data)
            parts = [data]
            left = n - len(data)
            while left > 0 and not self._eof:
                more = self._chunk(left)
                if len(more) > left:
                    self._buffer = more
                    self._at = left
                    more = more[:left]
                parts.append(more)
                left -= len(more)
            data = b"".join(parts)
        self._position += len(data)
        return data

    def read1(self, n=-1):
        """Up to n bytes with one read of the file."""
        if n is None or n < 0:
            n = 1 << 20
        if self._at < len(self._buffer):
            data = self._buffer[self._at:self._at + n]
            self._at += len(data)
            self._position += len(data)
            return data
        while n > 0 and not self._eof:
            data = self._chunk(n)
            if data:
                if len(data) > n:
                    self._buffer = data
                    self._at = n
                    data = data[:n]
                self._position += len(data)
                return data
        return b""

    def peek(self, n=1):
        """Bytes that come next, without reading them."""
        if n > len(self._buffer) - self._at:
            self._buffer = self._buffer[self._at:] + self._chunk(n)
            self._at = 0
        return self._buffer[self._at:self._at + 512]

    def readinto(self, buffer):
        """Fill a buffer."""
        data = self.read(len(buffer))
        buffer[:len(data)] = data
        return len(data)

    def readline(self, limit=-1):
        """One line."""
        parts = []
        size = 0
        while limit < 0 or size < limit:
            if self._at >= len(self._buffer):
                self._buffer = b""
                self._at = 0
                while not self._buffer and not self._eof:
                    self._buffer = self._chunk(4096)
                if not self._buffer:
                    break
            end = self._buffer.find(b"\n", self._at)
            stop = len(self._buffer) if end < 0 else end + 1
            if limit >= 0 and stop - self._at > limit - size:
                stop = self._at + limit - size
                end = -1
            parts.append(self._buffer[self._at:stop])
            size += stop - self._at
            self._at = stop
            if end >= 0:
                break
        self._position += size
        return b"".join(parts)

    def close(self):
        """Close the member."""
        try:
            if self._close_file:
                self._file.close()
        finally:
            super().close()

    def seekable(self):
        """Whether the archive's file can go back."""
        self._check("I/O operation on closed file.")
        return self.owner_seekable

    owner_seekable = True

    def seek(self, offset, whence=os.SEEK_SET):
        """Go to a place in the unpacked bytes."""
        self._check("seek on closed file.")
        if whence == os.SEEK_CUR:
            offset += self._position
        elif whence == os.SEEK_END:
            offset += self._info.file_size
        elif whence != os.SEEK_SET:
            raise ValueError("whence must be os.SEEK_SET (0), os.SEEK_CUR (1), or os.SEEK_END (2)")
        offset = min(max(offset, 0), self._info.file_size)
        if offset < self._position:
            self._file.pos = self._start_pos
            self._begin()
        while self._position < offset:
            if not self.read(min(offset - self._position, 1 << 20)):
                break
        return self._position

    def tell(self):
        """The place in the unpacked bytes."""
        self._check("tell on closed file.")
        return self._position


class _WriteFile(io.BufferedIOBase):
    """One member, open for writing."""

    def __init__(self, owner, info, zip64):
        self._info = info
        self._zip64 = zip64
        self._owner = owner
        self._stream = _compressor(info.compress_type, info._compresslevel)
        self._size = self._packed = 0
        self._crc = 0
        self.name = info.filename
        self.mode = "w"

    def writable(self):
        return True

    def write(self, data):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        if not isinstance(data, (bytes, bytearray)):
            data = memoryview(data).tobytes()
        self._size += len(data)
        self._crc = zlib.crc32(data, self._crc)
        n = len(data)
        if self._stream is not None:
            data = self._stream.compress(data)
            self._packed += len(data)
        self._owner.fp.write(data)
        return n

    def close(self):
        if self.closed:
            return
        try:
            super().close()
            owner, info = self._owner, self._info
            if self._stream is not None:
                rest = self._stream.flush()
                self._packed += len(rest)
                owner.fp.write(rest)
                info.compress_size = self._packed
            else:
                info.compress_size = self._size
            info.CRC = self._crc
            info.file_size = self._size
            if not self._zip64:
                if self._size > ZIP64_LIMIT:
                    raise RuntimeError("File size too large, try using force_zip64")
                if self._packed > ZIP64_LIMIT:
                    raise RuntimeError("Compressed size too large, try using force_zip64")
            if info.flag_bits & 8:  # sizes follow the data
                owner.fp.write(struct.pack("<LLQQ" if self._zip64 else "<LLLL", 0x08074b50, info.CRC,
                                           info.compress_size, info.file_size))
                owner.start_dir = owner.fp.tell()
            else:
                owner.start_dir = owner.fp.tell()
                owner.fp.seek(info.header_offset)
                owner.fp.write(info.FileHeader(self._zip64))
                owner.fp.seek(owner.start_dir)
            owner.filelist.append(info)
            owner.NameToInfo[info.filename] = info
        finally:
            self._owner._writing = False


class _Tell:
    """Counts what is written to a stream that cannot seek."""

    def __init__(self, fp):
        self.fp = fp
        self.offset = 0

    def write(self, data):
        n = self.fp.write(data)
        self.offset += n
        return n

    def tell(self):
        return self.offset

    def flush(self):
        self.fp.flush()

    def close(self):
        self.fp.close()


class ZipFile:
    """A ZIP file, open in mode 'r', 'w', 'x' or 'a'."""
    fp = None

    def __init__(self, file, mode="r", compression=ZIP_STORED, allowZip64=True, compresslevel=None, *,
                 strict_timestamps=True, metadata_encoding=None):
        if mode not in ("r", "w", "x", "a"):
            raise ValueError("ZipFile requires mode 'r', 'w', 'x', or 'a'")
        _check_method(compression)
        self._allowZip64 = allowZip64
        self._did_modify = False
        self.debug = 0
        self.NameToInfo = {}
        self.filelist = []
        self.compression = compression
        self.compresslevel = compresslevel
        self.mode = mode
        self.pwd = None
        self._comment = b""
        self._strict_timestamps = strict_timestamps
        self.metadata_encoding = metadata_encoding
        if metadata_encoding and mode != "r":
            raise ValueError("metadata_encoding is only supported for reading files")
        self._lock = RLock()
        self._writing = False
        self._seekable = True
        self._open_count = 1
        if isinstance(file, os.PathLike):
            file = os.fspath(file)
        self._passed = not isinstance(file, (str, bytes))
        if not self._passed:
            self.filename = file
            tries = {"r": ["rb"], "w": ["w+b"], "x": ["x+b"], "a": ["r+b", "w+b"]}[mode]
            for how in tries:
                try:
                    self.fp = io.open(file, how)
                    break
                except OSError:
                    if how == tries[-1]:
                        raise
        else:
            self.fp = file
            self.filename = getattr(file, "name", None)
        try:
            if mode == "r":
                self._read_contents()
            elif mode in ("w", "x"):
                self._did_modify = True
                try:
                    self.start_dir = self.fp.tell()
                    self.fp.seek(self.start_dir)
                except (AttributeError, OSError):
                    self.fp = _Tell(self.fp)
                    self.start_dir = 0
                    self._seekable = False
            else:
                try:
                    self._read_contents()
                    self.fp.seek(self.start_dir)
                except BadZipFile:
                    self.fp.seek(0, 2)
                    self._did_modify = True
                    self.start_dir = self.fp.tell()
        except:
            fp = self.fp
            self.fp = None
            if not self._passed:
                fp.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        self.close()

    def __repr__(self):
        text = "<%s.%s" % (self.__class__.__module__, self.__class__.__qualname__)
        if self.fp is None:
            return text + " [closed]>"
        if self._passed:
            text += " file=%r" % self.fp
        elif self.filename is not None:
            text += " filename=%r" % self.filename
        return text + " mode=%r>" % self.mode

    def _release(self):
        self._open_count -= 1
        if not self._open_count and not self._passed and self._closing is not None:
            self._closing.close()

    _closing = None

    def _read_contents(self):
        fp = self.fp
        try:
            end = _find_end(fp)
        except OSError:
            raise BadZipFile("File is not a zip file")
        if not end:
            raise BadZipFile("File is not a zip file")
        size, offset, self._comment, at = end
        prefix = at - size - offset
        if prefix < 0:
            raise BadZipFile("File is not a zip file")
        self.start_dir = offset + prefix
        fp.seek(self.start_dir)
        data = fp.read(size)
        pos = 0
        while pos < size:
            info, pos = ZipInfo._from_directory(data, pos, self.metadata_encoding)
            info.header_offset += prefix
            self.filelist.append(info)
            self.NameToInfo[info.filename] = info

    def namelist(self):
        """The names of the members."""
        return [info.filename for info in self.filelist]

    def infolist(self):
        """The ZipInfo of each member."""
        return self.filelist

    def printdir(self, file=None):
        """Print a table of contents."""
        print("%-46s %19s %12s" % ("File Name", "Modified    ", "Size"), file=file)
        for info in self.filelist:
            date = "%d-%02d-%02d %02d:%02d:%02d" % info.date_time[:6]
            print("%-46s %s %12d" % (info.filename, date, info.file_size), file=file)

    def testzip(self):
        """Read all members; the name of the first bad one, or None."""
        for info in self.filelist:
            try:
                with self.open(info.filename, "r") as f:
                    while f.read(1 << 20):
                        pass
            except BadZipFile:
                return info.filename

    def getinfo(self, name):
        """The ZipInfo of a member."""
        info = self.NameToInfo.get(name)
        if info is None:
            raise KeyError("There is no item named %r in the archive" % name)
        return info

    def setpassword(self, pwd):
        """The password of encrypted members."""
        if pwd and not isinstance(pwd, bytes):
            raise TypeError("pwd: expected bytes, got %s" % type(pwd).__name__)
        self.pwd = pwd or None

    @property
    def comment(self):
        return self._comment

    @comment.setter
    def comment(self, comment):
        if not isinstance(comment, bytes):
            raise TypeError("comment: expected bytes, got %s" % type(comment).__name__)
        if len(comment) > ZIP_MAX_COMMENT:
            import warnings
            warnings.warn("Archive comment is too long; truncating to %d bytes" % ZIP_MAX_COMMENT, stacklevel=2)
            comment = comment[:ZIP_MAX_COMMENT]
        self._comment = comment
        self._did_modify = True

    def read(self, name, pwd=None):
        """The bytes of a member."""
        with self.open(name, "r", pwd) as f:
            return f.read()

    def open(self, name, mode="r", pwd=None, *, force_zip64=False):
        """A member as a file, for reading ('r') or writing ('w')."""
        if mode not in {"r", "w"}:
            raise ValueError('open() requires mode "r" or "w"')
        if pwd and mode == "w":
            raise ValueError("pwd is only supported for reading files")
        if not self.fp:
            raise ValueError("Attempt to use ZIP archive that was already closed")
        if isinstance(name, ZipInfo):
            info = name
        elif mode == "w":
            info = ZipInfo(name)
            info.compress_type = self.compression
            info._compresslevel = self.compresslevel
        else:
            info = self.getinfo(name)
        if mode == "w":
            return self._open_to_write(info, force_zip64)
        if self._writing:
            raise ValueError("Can't read from the ZIP file while there is an open writing handle on it. "
                             "Close the writing handle before trying to read.")
        file = _Shared(self, info.header_offset)
        try:
            head = file.read(_LOCAL.size)
            if len(head) != _LOCAL.size:
                raise BadZipFile("Truncated file header")
            fields = _LOCAL.unpack(head)
            if fields[0] != b"PK\3\4":
                raise BadZipFile("Bad magic number for file header")
            local_name = file.read(fields[10])
            file.pos += fields[11]
            if info.flag_bits & 0x20:
                raise NotImplementedError("compressed patched data (flag bit 5)")
            if info.flag_bits & 0x40:
                raise NotImplementedError("strong encryption (flag bit 6)")
            local_text = _decode_name(local_name, fields[3], self.metadata_encoding)
            if local_text != info.orig_filename:
                raise BadZipFile("File name in directory %r and header %r differ." % (info.orig_filename, local_name))
            if info.flag_bits & 1:
                pwd = pwd or self.pwd
                if pwd and not isinstance(pwd, bytes):
                    raise TypeError("pwd: expected bytes, got %s" % type(pwd).__name__)
                if not pwd:
                    raise RuntimeError("File %r is encrypted, password required for extraction" % name)
            else:
                pwd = None
            return ZipExtFile(file, mode, info, pwd, True)
        except:
            file.close()
            raise

    def _open_to_write(self, info, force_zip64=False):
        if force_zip64 and not self._allowZip64:
            raise ValueError("force_zip64 is True, but allowZip64 was False when opening the ZIP file.")
        if self._writing:
            raise ValueError("Can't write to the ZIP file while there is another write handle open on it. "
                             "Close the first handle before opening another.")
        info.compress_size = 0
        info.CRC = 0
        info.flag_bits = 0
        if not self._seekable:
            info.flag_bits |= 8
        if not info.external_attr:
            info.external_attr = 0o600 << 16
        zip64 = self._allowZip64 and (force_zip64 or info.file_size * 1.05 > ZIP64_LIMIT)
        if self._seekable:
            self.fp.seek(self.start_dir)
        info.header_offset = self.fp.tell()
        self._check_write(info)
        self._did_modify = True
        self.fp.write(info.FileHeader(zip64))
        self._writing = True
        return _WriteFile(self, info, zip64)

    def _check_write(self, info):
        if info.filename in self.NameToInfo:
            import warnings
            warnings.warn("Duplicate name: %r" % info.filename, stacklevel=3)
        if self.mode not in ("w", "x", "a"):
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        if not self.fp:
            raise ValueError("Attempt to write ZIP archive that was already closed")
        _check_method(info.compress_type)
        if not self._allowZip64:
            what = None
            if len(self.filelist) >= ZIP_FILECOUNT_LIMIT:
                what = "Files count"
            elif info.file_size > ZIP64_LIMIT:
                what = "Filesize"
            elif info.header_offset > ZIP64_LIMIT:
                what = "Zipfile size"
            if what:
                raise LargeZipFile(what + " would require ZIP64 extensions")

    def extract(self, member, path=None, pwd=None):
        """Write a member to a folder; the path of the new file."""
        return self._extract(member, os.getcwd() if path is None else os.fspath(path), pwd)

    def extractall(self, path=None, members=None, pwd=None):
        """Write all members to a folder."""
        path = os.getcwd() if path is None else os.fspath(path)
        for member in self.namelist() if members is None else members:
            self._extract(member, path, pwd)

    def _extract(self, member, folder, pwd):
        info = member if isinstance(member, ZipInfo) else self.getinfo(member)
        name = info.filename.replace("/", os.path.sep)
        parts = [p for p in name.split(os.path.sep) if p not in ("", os.path.curdir, os.path.pardir)]
        target = os.path.normpath(os.path.join(folder, os.path.sep.join(parts)))
        above = os.path.dirname(target)
        if above and not os.path.exists(above):
            os.makedirs(above)
        if info.is_dir():
            if not os.path.isdir(target):
                os.mkdir(target)
            return target
        with self.open(info, pwd=pwd) as source, open(target, "wb") as out:
            _copyfileobj(source, out)
        return target

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        """Add a file under a name."""
        if not self.fp:
            raise ValueError("Attempt to write to ZIP archive that was already closed")
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open writing handle exists")
        info = ZipInfo.from_file(filename, arcname, strict_timestamps=self._strict_timestamps)
        if info.is_dir():
            info.compress_size = 0
            info.CRC = 0
            self.mkdir(info)
            return
        info.compress_type = self.compression if compress_type is None else compress_type
        info._compresslevel = self.compresslevel if compresslevel is None else compresslevel
        with open(filename, "rb") as source, self.open(info, "w") as out:
            _copyfileobj(source, out, 1024 * 8)

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        """Add a member with these bytes (or this text)."""
        if isinstance(data, str):
            data = data.encode("utf-8")
        if isinstance(zinfo_or_arcname, ZipInfo):
            info = zinfo_or_arcname
        else:
            info = ZipInfo(zinfo_or_arcname, time.localtime(time.time())[:6])
            info.compress_type = self.compression
            info._compresslevel = self.compresslevel
            if info.filename.endswith("/"):
                info.external_attr = 0o40775 << 16 | 0x10
            else:
                info.external_attr = 0o600 << 16
        if not self.fp:
            raise ValueError("Attempt to write to ZIP archive that was already closed")
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open writing handle exists.")
        if compress_type is not None:
            info.compress_type = compress_type
        if compresslevel is not None:
            info._compresslevel = compresslevel
        info.file_size = len(data)
        with self._lock:
            with self.open(info, mode="w") as out:
                out.write(data)

    def mkdir(self, zinfo_or_directory_name, mode=511):
        """Add a folder."""
        if isinstance(zinfo_or_directory_name, ZipInfo):
            info = zinfo_or_directory_name
            if not info.is_dir():
                raise ValueError("The given ZipInfo does not describe a directory")
        elif isinstance(zinfo_or_directory_name, str):
            name = zinfo_or_directory_name
            if not name.endswith("/"):
                name += "/"
            info = ZipInfo(name)
            info.compress_size = 0
            info.CRC = 0
            info.external_attr = ((0o40000 | mode) & 0xffff) << 16
            info.file_size = 0
            info.external_attr |= 0x10
        else:
            raise TypeError("Expected type str or ZipInfo")
        with self._lock:
            if self._seekable:
                self.fp.seek(self.start_dir)
            info.header_offset = self.fp.tell()
            self._check_write(info)
            self._did_modify = True
            self.filelist.append(info)
            self.NameToInfo[info.filename] = info
            self.fp.write(info.FileHeader(False))
            self.start_dir = self.fp.tell()

    def __del__(self):
        self.close()

    def close(self):
        """Write the directory, if the file was written, and close it."""
        if self.fp is None:
            return
        if self._writing:
            raise ValueError("Can't close the ZIP file while there is an open writing handle on it. "
                             "Close the writing handle before closing the zip.")
        try:
            if self.mode in ("w", "x", "a") and self._did_modify:
                with self._lock:
                    if self._seekable:
                        self.fp.seek(self.start_dir)
                    self._write_end()
        finally:
            fp = self.fp
            self.fp = None
            self._open_count -= 1
            if not self._passed:
                if self._open_count:
                    self._closing = fp
                else:
                    fp.close()

    def _write_end(self):
        for info in self.filelist:
            self.fp.write(info._directory_entry())
        end = self.fp.tell()
        count, size, offset = len(self.filelist), end - self.start_dir, self.start_dir
        if count > ZIP_FILECOUNT_LIMIT or offset > ZIP64_LIMIT or size > ZIP64_LIMIT:
            if not self._allowZip64:
                what = ("Files count" if count > ZIP_FILECOUNT_LIMIT else
                        "Central directory offset" if offset > ZIP64_LIMIT else "Central directory size")
                raise LargeZipFile(what + " would require ZIP64 extensions")
            self.fp.write(_zip64_end(count, size, offset, end))
            count, size, offset = min(count, 0xffff), min(size, 0xffffffff), min(offset, 0xffffffff)
        self.fp.write(_END_RECORD.pack(b"PK\5\6", 0, 0, count, count, size, offset, len(self._comment)))
        self.fp.write(self._comment)
        if self.mode == "a":
            self.fp.truncate()
        self.fp.flush()


class PyZipFile(ZipFile):
    """A ZIP file of Python modules, stored as source."""

    def __init__(self, file, mode="r", compression=ZIP_STORED, allowZip64=True, optimize=-1):
        ZipFile.__init__(self, file, mode=mode, compression=compression, allowZip64=allowZip64)

    def writepy(self, pathname, basename="", filterfunc=None):
        """Add a module, or a package with all that is below it."""
        if filterfunc and not filterfunc(pathname):
            return
        name = os.path.basename(os.fspath(pathname))
        if os.path.isdir(pathname):
            inside = basename + "/" + name if basename else name
            package = os.path.isfile(os.path.join(pathname, "__init__.py"))
            for entry in sorted(os.listdir(pathname)):
                path = os.path.join(pathname, entry)
                if entry.endswith(".py"):
                    self.writepy(path, inside if package else basename, filterfunc)
                elif package and os.path.isfile(os.path.join(path, "__init__.py")):
                    self.writepy(path, inside, filterfunc)
        else:
            if not name.endswith(".py"):
                raise RuntimeError('Files added with writepy() must end with ".py"')
            self.write(pathname, basename + "/" + name if basename else name)


class Path:
    """A place inside a ZIP file, in the manner of pathlib."""

    def __init__(self, root, at=""):
        self.root = root if isinstance(root, ZipFile) else ZipFile(root)
        self.at = at

    def _names(self):
        names = dict.fromkeys(self.root.namelist())
        for name in list(names):
            while "/" in name.rstrip("/"):
                name = name.rstrip("/").rpartition("/")[0] + "/"
                names.setdefault(name)
        return names

    def _make(self, at):
        return self.__class__(self.root, at)

    def open(self, mode="r", *args, pwd=None, **kwargs):
        """Open the member."""
        if self.is_dir():
            raise IsADirectoryError(self)
        if mode[0] == "r" and not self.exists():
            raise FileNotFoundError(self)
        stream = self.root.open(self.at, mode[0], pwd=pwd)
        if "b" in mode:
            if args or kwargs:
                raise ValueError("encoding args invalid for binary operation")
            return stream
        kwargs.setdefault("encoding", "utf-8") if not args else None
        return io.TextIOWrapper(stream, *args, **kwargs)

    @property
    def name(self):
        return self.at.rstrip("/").rpartition("/")[2] or self.filename.name

    @property
    def suffix(self):
        dot = self.name.rfind(".")
        return self.name[dot:] if dot > 0 else ""

    @property
    def stem(self):
        dot = self.name.rfind(".")
        return self.name[:dot] if dot > 0 else self.name

    @property
    def filename(self):
        import pathlib
        return pathlib.Path(self.root.filename).joinpath(self.at)

    def read_text(self, *args, **kwargs):
        """The member's text."""
        with self.open("r", *args, **kwargs) as f:
            return f.read()

    def read_bytes(self):
        """The member's bytes."""
        with self.open("rb") as f:
            return f.read()

    def is_dir(self):
        """Whether it is a folder."""
        return not self.at or self.at.endswith("/")

    def is_file(self):
        """Whether it is a file."""
        return self.exists() and not self.is_dir()

    def exists(self):
        """Whether it is in the archive."""
        return self.at in self._names()

    def iterdir(self):
        """What is in the folder."""
        if not self.is_dir():
            raise ValueError("Can't listdir a file")
        for name in self._names():
            if name != self.at and name.startswith(self.at) and "/" not in name[len(self.at):].rstrip("/"):
                yield self._make(name)

    def joinpath(self, *other):
        """The path of something in this folder."""
        import posixpath
        at = posixpath.join(self.at, *other)
        names = self._names()
        return self._make(at + "/" if at not in names and at + "/" in names else at)

    __truediv__ = joinpath

    @property
    def parent(self):
        if not self.at:
            return self.filename.parent
        at = self.at.rstrip("/").rpartition("/")[0]
        return self._make(at + "/" if at else at)

    def __str__(self):
        return "/".join(p for p in (self.root.filename, self.at)) if self.root.filename else self.at

    def __repr__(self):
        return "Path(%r, %r)" % (self.root.filename, self.at)


def _add(archive, path, name):
    """Put a file or a folder with all in it into an archive that `python -m zipfile` makes."""
    if os.path.isfile(path):
        archive.write(path, name, ZIP_DEFLATED)
    elif os.path.isdir(path):
        if name:
            archive.write(path, name)
        for inner in sorted(os.listdir(path)):
            _add(archive, os.path.join(path, inner), os.path.join(name, inner))


def main(args=None):
    """What `python -m zipfile` does: list, extract, create and test archives."""
    import argparse
    parser = argparse.ArgumentParser(description="A simple command-line interface for zipfile module.")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("-l", "--list", metavar="<zipfile>", help="Show listing of a zipfile")
    group.add_argument("-e", "--extract", nargs=2, metavar=("<zipfile>", "<output_dir>"),
                       help="Extract zipfile into target dir")
    group.add_argument("-c", "--create", nargs="+", metavar=("<name>", "<file>"), help="Create zipfile from sources")
    group.add_argument("-t", "--test", metavar="<zipfile>", help="Test if a zipfile is valid")
    parser.add_argument("--metadata-encoding", metavar="<encoding>",
                        help="Specify encoding of member names for -l, -e and -t")
    args = parser.parse_args(args)
    encoding = args.metadata_encoding
    if args.test is not None:
        with ZipFile(args.test, "r", metadata_encoding=encoding) as archive:
            corrupted = archive.testzip()
        if corrupted:
            print(f"The following enclosed file is corrupted: {corrupted!r}")
        print("Done testing")
    elif args.list is not None:
        with ZipFile(args.list, "r", metadata_encoding=encoding) as archive:
            archive.printdir()
    elif args.extract is not None:
        with ZipFile(args.extract[0], "r", metadata_encoding=encoding) as archive:
            archive.extractall(args.extract[1])
    else:
        if encoding:
            print("Non-conforming encodings not supported with -c.", file=sys.stderr)
            sys.exit(1)
        with ZipFile(args.create[0], "w") as archive:
            for path in args.create[1:]:
                name = os.path.basename(path) or os.path.basename(os.path.dirname(path))
                _add(archive, path, "" if name in ("", os.curdir, os.pardir) else name)


if __name__ == "__main__":
    main()
