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
