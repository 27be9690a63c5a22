"""Headers of tar archives: what they say of a member, how they are written and read, and what may be extracted."""
import os
import struct

NUL = b"\0"
BLOCKSIZE = 512
RECORDSIZE = BLOCKSIZE * 20
LENGTH_NAME, LENGTH_LINK, LENGTH_PREFIX = 100, 100, 155
GNU_MAGIC = b"ustar  \0"
POSIX_MAGIC = b"ustar\x0000"
REGTYPE, AREGTYPE, LNKTYPE, SYMTYPE, CHRTYPE, BLKTYPE, DIRTYPE, FIFOTYPE, CONTTYPE = (
    b"0", b"\0", b"1", b"2", b"3", b"4", b"5", b"6", b"7")
GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE = b"L", b"K", b"S"
XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE = b"x", b"g", b"X"
USTAR_FORMAT, GNU_FORMAT, PAX_FORMAT = 0, 1, 2
DEFAULT_FORMAT = PAX_FORMAT
ENCODING = "utf-8"
REGULAR_TYPES = (REGTYPE, AREGTYPE, CONTTYPE, GNUTYPE_SPARSE)
_KNOWN = REGULAR_TYPES + (LNKTYPE, SYMTYPE, CHRTYPE, BLKTYPE, DIRTYPE, FIFOTYPE)


class TarError(Exception):
    """Base of the errors here."""


class ExtractError(TarError):
    """A member could not be extracted fully."""


class ReadError(TarError):
    """An archive that cannot be read."""


class CompressionError(TarError):
    """A compression that is not available."""


class StreamError(TarError):
    """An operation that streams do not have."""


class HeaderError(TarError):
    """A bad header."""


class FilterError(TarError):
    """A member that a filter refuses."""

    def __init__(self, tarinfo, message):
        self.tarinfo = tarinfo
        super().__init__(message)


class AbsolutePathError(FilterError):
    def __init__(self, tarinfo):
        super().__init__(tarinfo, f"member {tarinfo.name!r} has an absolute path")


class OutsideDestinationError(FilterError):
    def __init__(self, tarinfo, path):
        self._path = path
        super().__init__(tarinfo, f"{tarinfo.name!r} would be extracted to {path!r}, which is outside the destination")


class SpecialFileError(FilterError):
    def __init__(self, tarinfo):
        super().__init__(tarinfo, f"{tarinfo.name!r} is a special file")


class AbsoluteLinkError(FilterError):
    def __init__(self, tarinfo):
        super().__init__(tarinfo, f"{tarinfo.name!r} is a link to an absolute path")


class LinkOutsideDestinationError(FilterError):
    def __init__(self, tarinfo, path):
        self._path = path
        super().__init__(tarinfo, f"{tarinfo.name!r} would link to {path!r}, which is outside the destination")


def _filtered(member, dest, for_data):
    new = {}
    name = member.name
    dest = os.path.realpath(dest)
    if name.startswith(("/", os.sep)):
        name = new["name"] = member.path.lstrip("/" + os.sep)
    if os.path.isabs(name):
        raise AbsolutePathError(member)
    target = os.path.realpath(os.path.join(dest, name))
    if os.path.commonpath([target, dest]) != dest:
        raise OutsideDestinationError(member, target)
    mode = member.mode
    if mode is not None:
        mode &= 0o755
        if for_data:
            if member.isreg() or member.islnk():
                if not mode & 0o100:
                    mode &= ~0o111
                mode |= 0o600
            elif member.isdir() or member.issym():
                mode = None
            else:
                raise SpecialFileError(member)
        if mode != member.mode:
            new["mode"] = mode
    if for_data:
        for attr in "uid", "gid", "uname", "gname":
            if getattr(member, attr) is not None:
                new[attr] = None
        if member.islnk() or member.issym():
            if os.path.isabs(member.linkname):
                raise AbsoluteLinkError(member)
            if member.issym():
                target = os.path.join(dest, os.path.dirname(name), member.linkname)
            else:
                target = os.path.join(dest, member.linkname)
            target = os.path.realpath(target)
            if os.path.commonpath([target, dest]) != dest:
                raise LinkOutsideDestinationError(member, target)
    return member.replace(**new, deep=False) if new else member


def fully_trusted_filter(member, dest_path):
    """Members as they are."""
    return member


def tar_filter(member, dest_path):
    """Refuses what would leave the folder."""
    return _filtered(member, dest_path, False)


def data_filter(member, dest_path):
    """Refuses what archives of data do not need."""
    return _filtered(member, dest_path, True)


_FILTERS = {"fully_trusted": fully_trusted_filter, "tar": tar_filter, "data": data_filter}


def _stn(s, length, encoding="utf-8", errors="surrogateescape"):
    if s is None:
        raise ValueError("metadata cannot contain None")
    s = s.encode(encoding, errors)
    return s[:length] + (length - len(s)) * NUL


def _nts(s, encoding="utf-8", errors="surrogateescape"):
    end = s.find(b"\0")
    return (s if end < 0 else s[:end]).decode(encoding, errors)


def _nti(s):
    if s[0] in (0o200, 0o377):
        n = 0
        for c in s[1:]:
            n = (n << 8) + c
        return -(256 ** (len(s) - 1) - n) if s[0] == 0o377 else n
    try:
        return int(_nts(s, "ascii", "strict").strip() or "0", 8)
    except ValueError:
        raise InvalidHeaderError("invalid header") from None


def _itn(n, digits=8, format=DEFAULT_FORMAT):
    n = int(n)
    if 0 <= n < 8 ** (digits - 1):
        return bytes("%0*o" % (digits - 1, n), "ascii") + NUL
    if format == GNU_FORMAT and -256 ** (digits - 1) <= n < 256 ** (digits - 1):
        s = bytearray([0o200 if n >= 0 else 0o377])
        if n < 0:
            n += 256 ** digits
        for i in range(digits - 1):
            s.insert(1, n & 0o377)
            n >>= 8
        return bytes(s)
    raise ValueError("overflow in number field")


class InvalidHeaderError(HeaderError):
    """A header with bad fields."""


class _EmptyHeader(HeaderError):
    pass


class _TruncatedHeader(HeaderError):
    pass


class _EndOfArchive(HeaderError):
    pass


def _checksums(block):
    unsigned = 256 + sum(block[:148]) + sum(block[156:512])
    signed = 256 + sum(c - 256 if c > 127 else c for c in block[:148] + block[156:512])
    return unsigned, signed


class TarInfo:
    """What an archive says of one member."""
    name, mode, uid, gid, size, mtime, chksum, type, linkname = "", 0o644, 0, 0, 0, 0, 0, REGTYPE, ""
    uname = gname = ""
    devmajor = devminor = offset = offset_data = 0
    sparse = tarfile = None

    def __init__(self, name=""):
        self.name = name
        self.pax_headers = {}

    path = property(lambda self: self.name, lambda self, v: setattr(self, "name", v))
    linkpath = property(lambda self: self.linkname, lambda self, v: setattr(self, "linkname", v))

    def __repr__(self):
        return "<%s %r at %#x>" % (self.__class__.__name__, self.name, id(self))

    def replace(self, *, deep=True, **values):
        """A copy with other attributes."""
        import copy
        result = copy.deepcopy(self) if deep else copy.copy(self)
        for name, value in values.items():
            if name not in ("name", "mtime", "mode", "linkname", "uid", "gid", "uname", "gname"):
                raise TypeError("TarInfo.replace() got an unexpected keyword argument %r" % name)
            setattr(result, name, value)
        return result

    def get_info(self):
        """The attributes as a dictionary."""
        name = self.name
        if self.isdir() and not name.endswith("/"):
            name += "/"
        return {"name": name, "mode": None if self.mode is None else self.mode & 0o7777, "uid": self.uid,
                "gid": self.gid, "size": self.size, "mtime": self.mtime, "chksum": self.chksum, "type": self.type,
                "linkname": self.linkname, "uname": self.uname, "gname": self.gname, "devmajor": self.devmajor,
                "devminor": self.devminor}

    def tobuf(self, format=DEFAULT_FORMAT, encoding=ENCODING, errors="surrogateescape"):
        """The header as bytes."""
        info = self.get_info()
        for name, value in info.items():
            if value is None:
                raise ValueError("%s may not be None" % name)
        if format == USTAR_FORMAT:
            return self._ustar(info, encoding, errors)
        if format == GNU_FORMAT:
            buf = b""
            if len(info["linkname"].encode(encoding, errors)) > LENGTH_LINK:
                buf += self._gnu_long(info["linkname"], GNUTYPE_LONGLINK, encoding, errors)
            if len(info["name"].encode(encoding, errors)) > LENGTH_NAME:
                buf += self._gnu_long(info["name"], GNUTYPE_LONGNAME, encoding, errors)
            return buf + self._header(info, GNU_FORMAT, GNU_MAGIC, encoding, errors)
        if format == PAX_FORMAT:
            return self._pax(info, encoding)
        raise ValueError("invalid format")

    def _ustar(self, info, encoding, errors):
        if len(info["linkname"].encode(encoding, errors)) > LENGTH_LINK:
            raise ValueError("linkname is too long")
        if len(info["name"].encode(encoding, errors)) > LENGTH_NAME:
            info["prefix"], info["name"] = self._split_name(info["name"], encoding, errors)
        return self._header(info, USTAR_FORMAT, POSIX_MAGIC, encoding, errors)

    @staticmethod
    def _split_name(name, encoding, errors):
        parts = name.split("/")
        for i in range(1, len(parts)):
            prefix, rest = "/".join(parts[:i]), "/".join(parts[i:])
            if len(prefix.encode(encoding, errors)) <= LENGTH_PREFIX and len(rest.encode(encoding, errors)) <= LENGTH_NAME:
                return prefix, rest
        raise ValueError("name is too long")

    def _pax(self, info, encoding):
        info = dict(info)
        pax = self.pax_headers.copy()
        for name, hname, length in ("name", "path", 100), ("linkname", "linkpath", 100), ("uname", "uname", 32), \
                ("gname", "gname", 32):
            if hname in pax:
                continue
            try:
                info[name].encode("ascii", "strict")
            except UnicodeEncodeError:
                pax[hname] = info[name]
                continue
            if len(info[name]) > length:
                pax[hname] = info[name]
        for name, digits in ("uid", 8), ("gid", 8), ("size", 12), ("mtime", 12):
            value = info[name]
            if not 0 <= value < 8 ** (digits - 1):
                info[name] = 0
                pax.setdefault(name, str(value))
            elif isinstance(value, float):
                info[name] = int(round(value))
                pax.setdefault(name, str(value))
        buf = self._pax_block(pax, XHDTYPE, encoding) if pax else b""
        return buf + self._header(info, USTAR_FORMAT, POSIX_MAGIC, "ascii", "replace")

    @staticmethod
    def _pax_block(headers, kind, encoding):
        records = b""
        for keyword, value in headers.items():
            keyword = keyword.encode("utf-8")
            value = value.encode("utf-8", "surrogateescape")
            length = len(keyword) + len(value) + 3
            n = p = 0
            while True:
                n = length + len(str(p))
                if n == p:
                    break
                p = n
            records += bytes(str(p), "ascii") + b" " + keyword + b"=" + value + b"\n"
        info = {"name": "././@PaxHeader", "type": kind, "size": len(records)}
        return TarInfo._header(info, USTAR_FORMAT, POSIX_MAGIC, "ascii", "replace") + _padded(records)

    @staticmethod
    def _gnu_long(name, kind, encoding, errors):
        name = name.encode(encoding, errors) + NUL
        info = {"name": "././@LongLink", "type": kind, "size": len(name)}
        return TarInfo._header(info, USTAR_FORMAT, GNU_MAGIC, encoding, errors) + _padded(name)

    @staticmethod
    def _header(info, format, magic, encoding, errors):
        kind = info.get("type", REGTYPE)
        device = kind in (CHRTYPE, BLKTYPE)
        parts = [_stn(info.get("name", ""), 100, encoding, errors), _itn(info.get("mode", 0) & 0o7777, 8, format),
                 _itn(info.get("uid", 0), 8, format), _itn(info.get("gid", 0), 8, format),
                 _itn(info.get("size", 0), 12, format), _itn(info.get("mtime", 0), 12, format), b"        ", kind,
                 _stn(info.get("linkname", ""), 100, encoding, errors), magic,
                 _stn(info.get("uname", ""), 32, encoding, errors), _stn(info.get("gname", ""), 32, encoding, errors),
                 _itn(info.get("devmajor", 0), 8, format) if device else _stn("", 8),
                 _itn(info.get("devminor", 0), 8, format) if device else _stn("", 8),
                 _stn(info.get("prefix", ""), 155, encoding, errors)]
        buf = struct.pack("%ds" % BLOCKSIZE, b"".join(parts))
        chksum = _checksums(buf)[0]
        return buf[:148] + bytes("%06o\0" % chksum, "ascii") + buf[155:]

    @classmethod
    def frombuf(cls, buf, encoding, errors):
        """A member from the bytes of its header."""
        if len(buf) == 0:
            raise _EmptyHeader("empty header")
        if len(buf) != BLOCKSIZE:
            raise _TruncatedHeader("truncated header")
        if buf.count(NUL) == BLOCKSIZE:
            raise _EndOfArchive("end of file header")
        chksum = _nti(buf[148:156])
        if chksum not in _checksums(buf):
            raise InvalidHeaderError("bad checksum")
        self = cls()
        self.name = _nts(buf[:100], encoding, errors)
        self.mode = _nti(buf[100:108])
        self.uid = _nti(buf[108:116])
        self.gid = _nti(buf[116:124])
        self.size = _nti(buf[124:136])
        self.mtime = _nti(buf[136:148])
        self.chksum = chksum
        self.type = buf[156:157]
        self.linkname = _nts(buf[157:257], encoding, errors)
        self.uname = _nts(buf[265:297], encoding, errors)
        self.gname = _nts(buf[297:329], encoding, errors)
        self.devmajor = _nti(buf[329:337])
        self.devminor = _nti(buf[337:345])
        prefix = _nts(buf[345:500], encoding, errors)
        if self.type == AREGTYPE and self.name.endswith("/"):
            self.type = DIRTYPE
        if self.isdir():
            self.name = self.name.rstrip("/")
        if prefix and self.type not in (GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE):
            self.name = prefix + "/" + self.name
        return self

    def isreg(self):
        """A regular file?"""
        return self.type in REGULAR_TYPES

    isfile = isreg

    def isdir(self):
        """A folder?"""
        return self.type == DIRTYPE

    def issym(self):
        """A symbolic link?"""
        return self.type == SYMTYPE

    def islnk(self):
        """A hard link?"""
        return self.type == LNKTYPE

    def ischr(self):
        """A character device?"""
        return self.type == CHRTYPE

    def isblk(self):
        """A block device?"""
        return self.type == BLKTYPE

    def isfifo(self):
        """A named pipe?"""
        return self.type == FIFOTYPE

    def issparse(self):
        """A file with holes?"""
        return self.sparse is not None

    def isdev(self):
        """A device or a pipe?"""
        return self.type in (CHRTYPE, BLKTYPE, FIFOTYPE)


def _padded(data):
    return data + NUL * (-len(data) % BLOCKSIZE)


for _class in [value for value in globals().values() if isinstance(value, type)]:
    _class.__module__ = "tarfile"
