"""Bytes of C values."""
from _struct import calcsize, error, iter_unpack, pack, pack_into, unpack, unpack_from

__all__ = ["calcsize", "pack", "pack_into", "unpack", "unpack_from", "iter_unpack", "Struct", "error"]


class Struct:
    """A format, used again and again."""
    __module__ = "_struct"
    __slots__ = ("format", "size", "__weakref__")

    def __init__(self, format):
        self.size = calcsize(format)
        self.format = format if isinstance(format, str) else format.decode("ascii")

    def pack(self, *values):
        """The bytes of values."""
        return pack(self.format, *values)

    def pack_into(self, /, *values):
        """Write the bytes of values into a buffer, from an offset on."""
        return pack_into(self.format, *values)

    def unpack(self, buffer, /):
        """The values of bytes."""
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        """The values of bytes of a buffer."""
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer, /):
        """The values of bytes, again and again."""
        return iter_unpack(self.format, buffer)

    def __reduce__(self):
        raise TypeError("cannot pickle '_struct.Struct' object")


def _clearcache():
    pass
