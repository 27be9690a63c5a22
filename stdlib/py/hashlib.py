"""Message digests; the work is done by _hashlib."""
from _hashlib import (blake2b, blake2s, md5, names as _names, new as _new, pbkdf2_hmac, sha1, sha224, sha256, sha384,
                      sha3_224, sha3_256, sha3_384, sha3_512, sha512, shake_128, shake_256)

algorithms_guaranteed = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384",
                         "sha3_512", "shake_128", "shake_256", "blake2b", "blake2s"}
algorithms_available = algorithms_guaranteed.union(_names)

__all__ = (*algorithms_guaranteed, "new", "algorithms_guaranteed", "algorithms_available", "pbkdf2_hmac",
           "file_digest")


def new(name, data=b"", **kwargs):
    """A digest by the name of its kind, begun with the bytes of data."""
    if name in ("blake2b", "BLAKE2b"):
        return blake2b(data, **kwargs)
    if name in ("blake2s", "BLAKE2s"):
        return blake2s(data, **kwargs)
    return _new(name, data, **kwargs)


def file_digest(fileobj, digest, /, *, _bufsize=2 ** 18):
    """The digest of what is left in a file that was opened for bytes; digest is a name or a constructor."""
    h = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, "getbuffer"):
        h.update(fileobj.getbuffer())
        return h
    if not (hasattr(fileobj, "readinto") and hasattr(fileobj, "readable") and fileobj.readable()):
        raise ValueError(f"'{fileobj!r}' is not a file-like object in binary reading mode.")
    buffer = bytearray(_bufsize)
    view = memoryview(buffer)
    while True:
        size = fileobj.readinto(buffer)
        if size == 0:
            return h
        h.update(view[:size])
