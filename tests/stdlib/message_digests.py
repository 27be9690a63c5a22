# hashlib: every guaranteed digest, BLAKE2's parameters, SHAKE's lengths, keys from passwords, errors.
import hashlib
import io


def t(f, *a, **k):
    try:
        print(f(*a, **k))
    except Exception as e:
        print(type(e).__name__, e)


for name in sorted(hashlib.algorithms_guaranteed):
    h = hashlib.new(name, b"hello")
    h.update(b"x" * 1000)
    length = (20,) if name.startswith("shake") else ()
    twin = h.copy()
    h.update(b"more")
    print(h.name, h.digest_size, h.block_size, h.hexdigest(*length), twin.digest(*length)[:4])
print(hashlib.blake2b(b"a", digest_size=20, key=b"k" * 10, salt=b"salt", person=b"p", fanout=2, depth=3, leaf_size=70,
                      node_offset=5, node_depth=1, inner_size=30, last_node=True).hexdigest())
print(hashlib.blake2s(b"a", digest_size=20, key=b"k" * 10, salt=b"salt", person=b"p", fanout=2, depth=3, leaf_size=70,
                      node_offset=5, node_depth=1, inner_size=30, last_node=True).hexdigest())
print(hashlib.blake2b.MAX_DIGEST_SIZE, hashlib.blake2b.SALT_SIZE, hashlib.blake2s.MAX_KEY_SIZE)
print(hashlib.shake_128(b"abc").hexdigest(400) == hashlib.shake_128(b"ab" + b"c").hexdigest(400))
print(hashlib.pbkdf2_hmac("sha256", b"pw", b"salt", 1000).hex())
print(hashlib.pbkdf2_hmac("sha1", b"pw" * 100, b"salt", 10, 70).hex())
print(hashlib.file_digest(io.BytesIO(b"data" * 99999), "sha256").hexdigest())
for call in (lambda: hashlib.blake2b(digest_size=65), lambda: hashlib.blake2b(digest_size=0),
             lambda: hashlib.blake2b(key=b"0" * 65), lambda: hashlib.blake2b(salt=b"0" * 65),
             lambda: hashlib.blake2s(person=b"0" * 65), lambda: hashlib.blake2s(inner_size=33),
             lambda: hashlib.blake2s(depth=0), lambda: hashlib.new("foo"), lambda: hashlib.md5("text"),
             lambda: hashlib.md5(3), lambda: hashlib.pbkdf2_hmac("sha256", b"pw", b"salt", 0),
             lambda: hashlib.sha256(bytearray(b"ab")).hexdigest()[:8]):
    t(call)
