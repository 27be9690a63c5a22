"""Message digests: md5, sha1, sha224, sha256, sha384, sha512."""
from math import floor as _floor, sin as _sin

__all__ = ["new", "algorithms_guaranteed", "algorithms_available", "md5", "sha1", "sha224", "sha256", "sha384",
           "sha512", "pbkdf2_hmac", "file_digest"]

algorithms_guaranteed = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512"}
algorithms_available = set(algorithms_guaranteed)


def _primes(n):
    found = []
    k = 2
    while len(found) < n:
        if all(k % p for p in found):
            found.append(k)
        k += 1
    return found


def _root_bits(p, root, bits):
    """The first bits behind the point of the square or cube root of p."""
    scaled = p << (root * bits)
    low, high = 0, 1 << (bits + 8)
    while low < high:
        mid = (low + high + 1) // 2
        if mid ** root <= scaled:
            low = mid
        else:
            high = mid - 1
    return low & ((1 << bits) - 1)


class _Tables:
    """The constants of an algorithm, computed when it is first used."""
    _kept = {}

    @classmethod
    def get(cls, name):
        try:
            return cls._kept[name]
        except KeyError:
            pass
        if name == "md5":
            value = [_floor(abs(_sin(i + 1)) * 4294967296) for i in range(64)]
        elif name == "sha256":
            value = [_root_bits(p, 3, 32) for p in _primes(64)]
        else:
            value = [_root_bits(p, 3, 64) for p in _primes(80)]
        cls._kept[name] = value
        return value


def _rotl(x, n):
    return ((x << n) | (x >> (32 - n))) & 0xffffffff


_MD5_SHIFTS = (7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21)


def _md5_block(state, block):
    k = _Tables.get("md5")
    x = [int.from_bytes(block[i:i + 4], "little") for i in range(0, 64, 4)]
    a, b, c, d = state
    for i in range(64):
        quarter = i // 16
        if quarter == 0:
            f = (b & c) | (~b & d)
            g = i
        elif quarter == 1:
            f = (d & b) | (~d & c)
            g = (5 * i + 1) % 16
        elif quarter == 2:
            f = b ^ c ^ d
            g = (3 * i + 5) % 16
        else:
            f = c ^ (b | (~d & 0xffffffff))
            g = (7 * i) % 16
        f = (f + a + k[i] + x[g]) & 0xffffffff
        a, d, c = d, c, b
        b = (b + _rotl(f, _MD5_SHIFTS[quarter][i % 4])) & 0xffffffff
    return [(s + v) & 0xffffffff for s, v in zip(state, (a, b, c, d))]


def _sha1_block(state, block):
    w = [int.from_bytes(block[i:i + 4], "big") for i in range(0, 64, 4)]
    for i in range(16, 80):
        w.append(_rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1))
    a, b, c, d, e = state
    for i in range(80):
        if i < 20:
            f, k = (b & c) | (~b & d), 0x5a827999
        elif i < 40:
            f, k = b ^ c ^ d, 0x6ed9eba1
        elif i < 60:
            f, k = (b & c) | (b & d) | (c & d), 0x8f1bbcdc
        else:
            f, k = b ^ c ^ d, 0xca62c1d6
        a, b, c, d, e = (_rotl(a, 5) + (f & 0xffffffff) + e + k + w[i]) & 0xffffffff, a, _rotl(b, 30), c, d
    return [(s + v) & 0xffffffff for s, v in zip(state, (a, b, c, d, e))]


def _sha2_block(state, block, bits, k, big0, big1, small0, small1):
    mask = (1 << bits) - 1
    word = bits // 8

    def rotr(x, n):
        return ((x >> n) | (x << (bits - n))) & mask
    w = [int.from_bytes(block[i:i + word], "big") for i in range(0, len(block), word)]
    for i in range(16, len(k)):
        x, y = w[i - 15], w[i - 2]
        s0 = rotr(x, small0[0]) ^ rotr(x, small0[1]) ^ (x >> small0[2])
        s1 = rotr(y, small1[0]) ^ rotr(y, small1[1]) ^ (y >> small1[2])
        w.append((w[i - 16] + s0 + w[i - 7] + s1) & mask)
    a, b, c, d, e, f, g, h = state
    for i in range(len(k)):
        s1 = rotr(e, big1[0]) ^ rotr(e, big1[1]) ^ rotr(e, big1[2])
        t1 = h + s1 + ((e & f) ^ (~e & mask & g)) + k[i] + w[i]
        s0 = rotr(a, big0[0]) ^ rotr(a, big0[1]) ^ rotr(a, big0[2])
        t2 = s0 + ((a & b) ^ (a & c) ^ (b & c))
        a, b, c, d, e, f, g, h = (t1 + t2) & mask, a, b, c, (d + t1) & mask, e, f, g
    return [(s + v) & mask for s, v in zip(state, (a, b, c, d, e, f, g, h))]


def _sha256_block(state, block):
    return _sha2_block(state, block, 32, _Tables.get("sha256"), (2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))


def _sha512_block(state, block):
    return _sha2_block(state, block, 64, _Tables.get("sha512"), (28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))


_MD_START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]


def _start(name):
    if name == "md5":
        return _MD_START[:]
    if name == "sha1":
        return _MD_START + [0xc3d2e1f0]
    if name == "sha256":
        return [_root_bits(p, 2, 32) for p in _primes(8)]
    if name == "sha512":
        return [_root_bits(p, 2, 64) for p in _primes(8)]
    if name == "sha384":
        return [_root_bits(p, 2, 64) for p in _primes(16)[8:]]
    return [_root_bits(p, 2, 64) & 0xffffffff for p in _primes(16)[8:]]


# name: block size, digest size, word size, byte order, function of a block
_ALGORITHMS = {
    "md5": (64, 16, 4, "little", _md5_block),
    "sha1": (64, 20, 4, "big", _sha1_block),
    "sha224": (64, 28, 4, "big", _sha256_block),
    "sha256": (64, 32, 4, "big", _sha256_block),
    "sha384": (128, 48, 8, "big", _sha512_block),
    "sha512": (128, 64, 8, "big", _sha512_block),
}


class HASH:
    """A digest being computed."""
    __slots__ = ("name", "block_size", "digest_size", "_word", "_order", "_block", "_state", "_rest", "_count")

    def __init__(self, name, data=b""):
        self.name = name
        self.block_size, self.digest_size, self._word, self._order, self._block = _ALGORITHMS[name]
        self._state = _start(name)
        self._rest = b""
        self._count = 0
        if data:
            self.update(data)

    def update(self, data, /):
        """Add bytes."""
        if isinstance(data, str):
            raise TypeError("Strings must be encoded before hashing")
        data = bytes(data)
        self._count += len(data)
        data = self._rest + data
        n = self.block_size
        at = 0
        while at + n <= len(data):
            self._state = self._block(self._state, data[at:at + n])
            at += n
        self._rest = data[at:]

    def digest(self):
        """The digest as bytes."""
        n = self.block_size
        length = 16 if n == 128 else 8
        tail = self._rest + b"\x80"
        tail += bytes((n - length - len(tail)) % n) + (self._count * 8).to_bytes(length, self._order)
        state = self._state
        for at in range(0, len(tail), n):
            state = self._block(state, tail[at:at + n])
        return b"".join(v.to_bytes(self._word, self._order) for v in state)[:self.digest_size]

    def hexdigest(self):
        """The digest as hexadecimal text."""
        return self.digest().hex()

    def copy(self):
        other = HASH(self.name)
        other._state = self._state[:]
        other._rest = self._rest
        other._count = self._count
        return other

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object @ {id(self):#x}>"


def new(name, data=b"", *, usedforsecurity=True):
    """A digest by name."""
    key = name.lower().replace("-", "")
    if key not in _ALGORITHMS:
        raise ValueError("unsupported hash type " + name)
    return HASH(key, data)


def md5(string=b"", *, usedforsecurity=True):
    return HASH("md5", string)


def sha1(string=b"", *, usedforsecurity=True):
    return HASH("sha1", string)


def sha224(string=b"", *, usedforsecurity=True):
    return HASH("sha224", string)


def sha256(string=b"", *, usedforsecurity=True):
    return HASH("sha256", string)


def sha384(string=b"", *, usedforsecurity=True):
    return HASH("sha384", string)


def sha512(string=b"", *, usedforsecurity=True):
    return HASH("sha512", string)


def file_digest(fileobj, digest, /, *, _bufsize=2 ** 18):
    """The digest of an open file."""
    h = new(digest) if isinstance(digest, str) else digest()
    while True:
        data = fileobj.read(_bufsize)
        if not data:
            return h
        h.update(data)


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """A key from a password."""
    size = new(hash_name).block_size
    if len(password) > size:
        password = new(hash_name, password).digest()
    password = bytes(password) + bytes(size - len(password))
    inner = new(hash_name, bytes(x ^ 0x36 for x in password))
    outer = new(hash_name, bytes(x ^ 0x5c for x in password))

    def prf(message):
        i = inner.copy()
        o = outer.copy()
        i.update(message)
        o.update(i.digest())
        return o.digest()
    if dklen is None:
        dklen = outer.digest_size
    key = b""
    block = 1
    while len(key) < dklen:
        previous = prf(bytes(salt) + block.to_bytes(4, "big"))
        total = int.from_bytes(previous, "big")
        for _ in range(iterations - 1):
            previous = prf(previous)
            total ^= int.from_bytes(previous, "big")
        block += 1
        key += total.to_bytes(inner.digest_size, "big")
    return key[:dklen]
