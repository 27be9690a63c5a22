# base64 and binascii: random texts, plain and strict; other buffers.
import base64
import binascii
import hashlib
import random

random.seed(5)


def read(x, **options):
    try:
        return binascii.a2b_base64(x, **options)
    except Exception as e:
        return repr(e)


out = []
for n in range(40):
    data = random.randbytes(n)
    text = binascii.b2a_base64(data)
    out.append((text, read(text), read(text.strip()), read(text, strict_mode=True)))
alphabet = b"ABCDabcd0123+/=== \n\r\t\f\v-_!\0\x80"
for _ in range(4000):
    text = bytes(random.choice(alphabet) for _ in range(random.randrange(12)))
    out.append((text, read(text), read(text, strict_mode=True)))
for text in (b"QR==", b"QQ=", b"QQ==QQ==", b"QUI=QUJD", "QUJD", "Q Q = =", b"====", b"A===", b"QUJDR", memoryview(b"QUJD"), bytearray(b"QUI=")):
    out.append((text.encode() if isinstance(text, str) else bytes(text), read(text), read(text, strict_mode=True)))
print(hashlib.sha256(repr(out).encode()).hexdigest(), len(out))
for kind in (bytes, str):
    print([o for o in out if isinstance(o[1], kind)][50:62])
print(base64.b64encode(b"abc"), base64.urlsafe_b64encode(b"\xff\xfe\xfd"), base64.b64decode(b"QUJD\n"), base64.encodebytes(bytes(100)))
for bad in ("x", 5, None, [1], memoryview(b"abcd")[::2]):
    try:
        print(base64.b64encode(bad))
    except Exception as e:
        print(repr(e))
