"""The records of ZIP files: entries, the end of the directory, compression methods."""
import os
import stat
import struct
import sys
import time
import zlib

ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA = 0, 8, 12, 14
_METHOD_NAMES = {0: "store", 1: "shrink", 2: "reduce", 6: "implode", 7: "tokenize", 8: "deflate", 9: "deflate64",
                 10: "implode", 12: "bzip2", 14: "lzma", 18: "terse", 19: "lz77", 97: "wavpack", 98: "ppmd"}

_LOCAL = struct.Struct("<4s2B4HL2L2H")
_CENTRAL = struct.Struct("<4s4B4HL2L5H2L")
_END_RECORD = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR64 = struct.Struct("<4sLQL")
_LIMIT = (1 << 31) - 1


class BadZipFile(Exception):
    """A file is no zip archive, or a damaged one."""


class LargeZipFile(Exception):
    """A file needs the ZIP64 extensions, which were not allowed."""


# The upper half of code page 437, in which names are written unless they are marked as UTF-8.
_CP437 = ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
          "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ")


def _decode_name(raw, flags, encoding=None):
    if flags & 0x800:
        return raw.decode("utf-8")
    if encoding:
        return raw.decode(encoding)
    if raw.isascii():
        return raw.decode("ascii")
    return "".join(chr(c) if c < 128 else _CP437[c - 128] for c in raw)


def _method_name(method):
    return _METHOD_NAMES.get(method, method)


def _check_method(method):
    if method == ZIP_BZIP2:
        raise RuntimeError("Compression requires the (missing) bz2 module")
    if method == ZIP_LZMA:
        raise RuntimeError("Compression requires the (missing) lzma module")
    if method not in (ZIP_STORED, ZIP_DEFLATED):
        raise NotImplementedError("That compression method is not supported")


def _compressor(method, level=None):
    if method == ZIP_DEFLATED:
        return zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION if level is None else level, zlib.DEFLATED, -15)
    return None


def _decompressor(method):
    if method == ZIP_STORED:
        return None
    if method == ZIP_DEFLATED:
        return zlib.decompressobj(-15)
    if method in (ZIP_BZIP2, ZIP_LZMA):
        _check_method(method)
    name = _METHOD_NAMES.get(method)
    if name:
        raise NotImplementedError("compression type %d (%s)" % (method, name))
    raise NotImplementedError("compression type %d" % method)


class ZipInfo:
    """What the directory says of one member."""
    __slots__ = ("orig_filename", "filename", "date_time", "compress_type", "_compresslevel", "comment", "extra",
                 "create_system", "create_version", "extract_version", "reserved", "flag_bits", "volume",
                 "internal_attr", "external_attr", "header_offset", "CRC", "compress_size", "file_size", "_raw_time")

    def __init__(self, filename="NoName", date_time=(1980, 1, 1, 0, 0, 0)):
        self.orig_filename = filename
        end = filename.find(chr(0))
        if end >= 0:
            filename = filename[:end]
        self.filename = filename
        self.date_time = date_time
        if date_time[0] < 1980:
            raise ValueError("ZIP does not support timestamps before 1980")
        self.compress_type = ZIP_STORED
        self._compresslevel = None
        self.comment = b""
        self.extra = b""
        self.create_system = 3
        self.create_version = self.extract_version = 20
        self.reserved = self.flag_bits = self.volume = self.internal_attr = self.external_attr = 0
        self.compress_size = self.file_size = 0

    def __repr__(self):
        parts = ["<%s filename=%r" % (self.__class__.__name__, self.filename)]
        if self.compress_type != ZIP_STORED:
            parts.append(" compress_type=%s" % _method_name(self.compress_type))
        high = self.external_attr >> 16
        low = self.external_attr & 0xffff
        if high:
            parts.append(" filemode=%r" % stat.filemode(high))
        if low:
            parts.append(" external_attr=%#x" % low)
        folder = self.is_dir()
        if not folder or self.file_size:
            parts.append(" file_size=%r" % self.file_size)
        if (not folder or self.compress_size) and (self.compress_type != ZIP_STORED or
                                                   self.file_size != self.compress_size):
            parts.append(" compress_size=%r" % self.compress_size)
        return "".join(parts) + ">"

    def _stamp(self):
        d = self.date_time
        return d[3] << 11 | d[4] << 5 | d[5] // 2, d[0] - 1980 << 9 | d[1] << 5 | d[2]

    def _encoded_name(self):
        try:
            return self.filename.encode("ascii"), self.flag_bits
        except UnicodeEncodeError:
            return self.filename.encode("utf-8"), self.flag_bits | 0x800

    def FileHeader(self, zip64=None):
        """The record in front of the data."""
        if self.flag_bits & 8:
            crc = packed = size = 0
        else:
            crc, packed, size = self.CRC, self.compress_size, self.file_size
        extra = self.extra
        version = 0
        if zip64 is None:
            zip64 = size > _LIMIT or packed > _LIMIT
        if zip64:
            extra += struct.pack("<HHQQ", 1, 16, size, packed)
        if size > _LIMIT or packed > _LIMIT:
            if not zip64:
                raise LargeZipFile("Filesize would require ZIP64 extensions")
        if zip64:
            size = packed = 0xffffffff
            version = 45
        self.extract_version = max(version, self.extract_version)
        self.create_version = max(version, self.create_version)
        name, flags = self._encoded_name()
        dostime, dosdate = self._stamp()
        return _LOCAL.pack(b"PK\3\4", self.extract_version, self.reserved, flags, self.compress_type, dostime, dosdate,
                           crc, packed, size, len(name), len(extra)) + name + extra

    def _directory_entry(self):
        """The record in the directory."""
        large = []
        size, packed, offset = self.file_size, self.compress_size, self.header_offset
        if size > _LIMIT or packed > _LIMIT:
            large += [size, packed]
            size = packed = 0xffffffff
        if offset > _LIMIT:
            large.append(offset)
            offset = 0xffffffff
        extra = self.extra
        version = 0
        if large:
            extra = struct.pack("<HH" + "Q" * len(large), 1, 8 * len(large), *large) + _without_field(extra, 1)
            version = 45
        extract = max(version, self.extract_version)
        create = max(version, self.create_version)
        name, flags = self._encoded_name()
        dostime, dosdate = self._stamp()
        return _CENTRAL.pack(b"PK\1\2", create, self.create_system, extract, self.reserved, flags, self.compress_type,
                             dostime, dosdate, self.CRC, packed, size, len(name), len(extra), len(self.comment), 0,
                             self.internal_attr, self.external_attr, offset) + name + extra + self.comment

    @classmethod
    def _from_directory(cls, data, pos, encoding=None):
        """The record at a position and the position behind it."""
        head = data[pos:pos + _CENTRAL.size]
        if len(head) != _CENTRAL.size:
            raise BadZipFile("Truncated central directory")
        f = _CENTRAL.unpack(head)
        if f[0] != b"PK\1\2":
            raise BadZipFile("Bad magic number for central directory")
        pos += _CENTRAL.size
        name = data[pos:pos + f[12]]
        pos += f[12]
        name = _decode_name(name, f[5], encoding)
        info = cls(name)
        info.extra = data[pos:pos + f[13]]
        pos += f[13]
        info.comment = data[pos:pos + f[14]]
        pos += f[14]
        (info.create_version, info.create_system, info.extract_version, info.reserved, info.flag_bits,
         info.compress_type, t, d, info.CRC, info.compress_size, info.file_size) = f[1:12]
        if info.extract_version > 63:
            raise NotImplementedError("zip file version %.1f" % (info.extract_version / 10))
        info.volume, info.internal_attr, info.external_attr, info.header_offset = f[15:19]
        info._raw_time = t
        info.date_time = ((d >> 9) + 1980, d >> 5 & 15, d & 31, t >> 11, t >> 5 & 63, (t & 31) * 2)
        info._read_extra()
        return info, pos

    def _read_extra(self):
        extra = self.extra
        while len(extra) >= 4:
            kind, n = struct.unpack("<HH", extra[:4])
            if n + 4 > len(extra):
                raise BadZipFile("Corrupt extra field %04x (size=%d)" % (kind, n))
            if kind == 1:
                field = extra[4:n + 4]
                for name, mark in (("file_size", (0xffffffffffffffff, 0xffffffff)), ("compress_size", (0xffffffff,)),
                                   ("header_offset", (0xffffffff,))):
                    if getattr(self, name) in mark:
                        if len(field) < 8:
                            what = {"file_size": "File size", "compress_size": "Compress size"}.get(
                                name, "Header offset")
                            raise BadZipFile("Corrupt zip64 extra field. %s not found." % what)
                        setattr(self, name, struct.unpack("<Q", field[:8])[0])
                        field = field[8:]
            extra = extra[n + 4:]

    @classmethod
    def from_file(cls, filename, arcname=None, *, strict_timestamps=True):
        """The record for a file of the file system."""
        filename = os.fspath(filename)
        st = os.stat(filename)
        folder = stat.S_ISDIR(st.st_mode)
        date = time.localtime(st.st_mtime)[:6]
        if not strict_timestamps and date[0] < 1980:
            date = (1980, 1, 1, 0, 0, 0)
        elif not strict_timestamps and date[0] > 2107:
            date = (2107, 12, 31, 23, 59, 59)
        name = os.path.normpath(os.path.splitdrive(filename if arcname is None else arcname)[1]).lstrip("/")
        if folder:
            name += "/"
        info = cls(name, date)
        info.external_attr = (st.st_mode & 0xffff) << 16
        if folder:
            info.file_size = 0
            info.external_attr |= 0x10
        else:
            info.file_size = st.st_size
        return info

    def is_dir(self):
        """Whether the member is a folder."""
        return self.filename[-1] == "/"


def _without_field(extra, kind):
    out = b""
    while len(extra) >= 4:
        k, n = struct.unpack("<HH", extra[:4])
        if k != kind:
            out += extra[:n + 4]
        extra = extra[n + 4:]
    return out + extra


def _find_end(fp):
    """(size of the directory, its offset, comment, position of its end), or None."""
    fp.seek(0, 2)
    total = fp.tell()
    start = max(total - _END_RECORD.size - (1 << 16), 0)
    fp.seek(start)
    data = fp.read()
    if data[-22:-18] == b"PK\5\6" and data[-2:] == b"\0\0":
        at = len(data) - 22
    else:
        at = data.rfind(b"PK\5\6")
    if at < 0 or len(data) - at < 22:
        return None
    f = _END_RECORD.unpack(data[at:at + 22])
    comment = data[at + 22:at + 22 + f[7]]
    size, offset, end = f[5], f[6], start + at
    if end >= 20:
        fp.seek(end - 20)
        record = fp.read(20)
        if record[:4] == b"PK\6\7":
            locator = _LOCATOR64.unpack(record)
            if locator[1] != 0 or locator[3] > 1:
                raise BadZipFile("zipfiles that span multiple disks are not supported")
            if end >= 20 + _END64.size:
                fp.seek(end - 20 - _END64.size)
                record = fp.read(_END64.size)
                if record[:4] == b"PK\6\6":
                    g = _END64.unpack(record)
                    return g[8], g[9], comment, end - 20 - _END64.size
    return size, offset, comment, end


def _zip64_end(count, size, offset, end):
    return (_END64.pack(b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, offset) +
            _LOCATOR64.pack(b"PK\6\7", 0, end, 1))


for _c in BadZipFile, LargeZipFile, ZipInfo:
    _c.__module__ = "zipfile"


class _Decrypter:
    """The traditional encryption of PKZIP."""
    _table = None

    def __init__(self, pwd):
        if self._table is None:
            table = []
            for c in range(256):
                for _ in range(8):
                    c = c >> 1 ^ 0xEDB88320 if c & 1 else c >> 1
                table.append(c)
            _Decrypter._table = table
        self._keys = 305419896, 591751049, 878082192
        for c in pwd:
            self._update(c)

    def _update(self, c):
        a, b, k = self._keys
        table = self._table
        a = a >> 8 ^ table[(a ^ c) & 0xff]
        b = (b + (a & 0xff)) * 134775813 + 1 & 0xffffffff
        self._keys = a, b, k >> 8 ^ table[(k ^ b >> 24) & 0xff]

    def __call__(self, data):
        out = bytearray()
        for c in data:
            k = self._keys[2] | 2
            c ^= k * (k ^ 1) >> 8 & 0xff
            self._update(c)
            out.append(c)
        return bytes(out)
