# Code pages, the multi-byte encodings of East Asia, and text as it stands in source code.
import io


def t(f):
    try:
        print(ascii(f()))
    except Exception as e:
        print(type(e).__name__, ascii(str(e)))


for name in "cp1252", "windows-1252", "latin9", "ISO-8859-15", "koi8-r", "cp437", "cp037", "mac_roman", "cp1251":
    t(lambda: "A\u00e9\u0416\u20ac"[:2].encode(name, "replace"))
    t(lambda: bytes(range(0xa0, 0xb0)).decode(name))
t(lambda: "\u20ac".encode("cp1252") + "\u20ac".encode("latin9"))
t(lambda: "\u0416".encode("cp1252"))
t(lambda: b"a\x81b".decode("cp1252"))
t(lambda: b"a\x81b".decode("cp1252", "replace"))
t(lambda: "a\u0416b".encode("cp1252", "xmlcharrefreplace") + "a\u0416b".encode("cp1252", "ignore"))
for name in "shift_jis", "euc_jp", "gbk", "gb18030", "big5", "euc_kr", "iso2022_jp":
    text = "\uac00" if name == "euc_kr" else "\u4e2d\u6587" if name != "big5" else "\u4e2d"
    t(lambda: (text.encode(name), text.encode(name).decode(name) == text))
t(lambda: "\u0416\U0001f600".encode("euc_kr"))
t(lambda: b"\x93\xfa\x96".decode("shift_jis"))
t(lambda: b"\x93\xfa\xff".decode("shift_jis"))
f = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", newline="\n")
f.write("caf\u00e9 \u20ac\n")
f.flush()
print(f.buffer.getvalue(), f.encoding)
f.seek(0)
print(ascii(f.read()))
t(lambda: "".encode("no-such-encoding"))
text = "\0 a\\b\n\r\t\x7f\xe9\u0416\U0001f600"
t(lambda: text.encode("unicode_escape"))
t(lambda: text.encode("unicode_escape").decode("unicode-escape") == text)
t(lambda: rb"\a\b\f\v\'\\\"\101\7\x41\u0041\U00000041\N{LATIN SMALL LETTER A}\q".decode("unicode_escape"))
for bad in rb"\x4", rb"\u004", rb"\U00110000", rb"\N{no such}", rb"\N", b"a\\":
    t(lambda: bad.decode("unicode_escape"))
    t(lambda: bad.decode("unicode_escape", "replace"))
t(lambda: b"caf\xe9".decode("unicode_escape"))
t(lambda: str(b"\\u20ac", "raw_unicode_escape"))

# Single bytes and pairs where tables differ between libraries, and hashes of whole tables.
import zlib

for name in "shift_jis", "cp932", "euc_jp", "gbk", "gb18030", "big5", "big5hkscs", "cp950", "euc_kr", "johab":
    t(lambda: b"C:\\dir~1\\\x83\\".decode(name, "replace"))
    t(lambda: "\\~\u20ac\xa5\u203e\uffe2\u2170\u30fe\u2022".encode(name, "replace"))
    t(lambda: b"a\x80".decode(name))
    t(lambda: b"a\x80\x80b".decode(name))
    pairs = [bytes((a, b)).decode(name, "replace") for a in range(256) for b in range(64, 256, 3)]
    texts = [chr(c).encode(name, "replace") for c in range(0, 0x10000, 5) if not 0xD800 <= c < 0xE000]
    print(name, zlib.crc32("".join(pairs).encode()), zlib.crc32(b"".join(texts)))
for name in "cp273", "cp424", "cp1026", "cp1140", "mac-roman", "mac-cyrillic", "tis-620", "cp1255", "cp1258":
    pairs = bytes(range(256)).decode(name, "replace")
    texts = [chr(c).encode(name, "ignore") for c in range(0xD800)]
    print(name, zlib.crc32(pairs.encode()), zlib.crc32(b"".join(texts)))
t(lambda: "\ub62b\uac02x\ud7a3".encode("euc_kr"))
t(lambda: ascii(b"\xa4\xd4\xa4\xa8\xa4\xc7\xa4\xb1\xa4\xd4".decode("euc_kr", "replace")))
t(lambda: b"\xa4\xd4\xa4\xa8\xa4\xc7".decode("euc_kr"))
t(lambda: "a\u0416\u0417\u0418b".encode("cp1252"))
t(lambda: "\u4e2d\U0001f600\u4e2d".encode("iso2022_jp", "replace"))
