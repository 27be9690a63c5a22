# Codecs over streams, piece by piece, and between bytes and bytes.
import codecs
import io


def show(f):
    try:
        print(ascii(f()))
    except Exception as e:
        print(type(e).__name__, ascii(str(e)))


# Every piece of one byte, and back.
TEXT = "aé\u20ac\U0001f600\nz"
for name in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be", "unicode_escape",
             "raw_unicode_escape"):
    encoder = codecs.getincrementalencoder(name)()
    data = b"".join(encoder.encode(c) for c in TEXT) + encoder.encode("", True)
    decoder = codecs.getincrementaldecoder(name)()
    pieces = [decoder.decode(bytes([b])) for b in data] + [decoder.decode(b"", True)]
    print(name, data == TEXT.encode(name), "".join(pieces) == TEXT, [len(p) for p in pieces])
    encoder.reset()
    decoder.reset()
    print("   ", encoder.getstate(), decoder.getstate(), encoder.encode("x"), encoder.getstate())
    decoder.decode(data[:5])
    state = decoder.getstate()
    rest = decoder.decode(data[5:], True)
    other = codecs.getincrementaldecoder(name)()
    other.setstate(state)
    print("   ", state, other.decode(data[5:], True) == rest)
    print("   ", list(codecs.iterdecode([data[:3], data[3:]], name)) == [t for t in (TEXT[:0],) if t] or
          "".join(codecs.iterdecode([data[:3], data[3:]], name)) == TEXT)
for name in ("ascii", "latin-1", "cp1251", "shift_jis", "gb18030", "iso2022_jp"):
    text = {"ascii": "abc", "latin-1": "aéz"}.get(name, "a\u0434z")
    data = text.encode(name)
    decoder = codecs.getincrementaldecoder(name)()
    print(name, "".join([decoder.decode(bytes([b])) for b in data]) + decoder.decode(b"", True) == text)
show(lambda: codecs.getincrementaldecoder("utf-8")().decode(b"\xe2\x82", True))
show(lambda: codecs.getincrementaldecoder("utf-16")().decode(b"abcd"))
show(lambda: codecs.getincrementaldecoder("utf-8")("ignore").decode(b"\xff\xe2\x82", True))

# Readers.
DATA = "one\r\ntwo\rthree\u2028vier\u20ac\n\nend".encode("utf-8")
for name in ("utf-8", "utf-16", "utf-32-le", "utf-8-sig"):
    data = DATA.decode("utf-8").encode(name)
    for sizes in ((None,), (1,), (3,), (7, 1), (100,)):
        reader = codecs.getreader(name)(io.BytesIO(data))
        lines = []
        for i in range(100):
            lines.append(reader.readline(sizes[i % len(sizes)]))
            if not lines[-1]:
                break
        print(name, sizes, ascii(lines))
    reader.seek(0)
    print(ascii(reader.readlines()), ascii(reader.read()))
    reader.seek(0)
    print(ascii(list(reader)))
    reader.seek(0)
    print(ascii(reader.read(5)), ascii(reader.readline(keepends=False)), ascii(reader.read(2, 1)),
          ascii(reader.read(-1)))
reader = codecs.getreader("utf-8")(io.BytesIO(b"good\nbad \xff\nend"))
show(reader.readline)
show(reader.readline)
reader = codecs.getreader("utf-8")(io.BytesIO(b"a\xffb"), "replace")
show(reader.read)
print(reader.errors, reader.stream.tell(), reader.getvalue())

# Writers, and both.
for name in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
    file = io.BytesIO()
    writer = codecs.getwriter(name)(file)
    writer.write("aé")
    writer.writelines(["b", "c"])
    print(name, file.getvalue())
    writer.seek(0)
    writer.write("z")
    print(file.getvalue())
file = io.BytesIO("aé\nb\n".encode())
with codecs.StreamReaderWriter(file, codecs.getreader("utf-8"), codecs.getwriter("utf-8")) as both:
    print(ascii(both.readline()), ascii(next(both)), ascii(both.read()))
    both.write("\u20ac")
    both.seek(0)
    print(ascii(both.readlines()), both.encoding)
print(file.closed)
file = io.BytesIO("é\u20ac\n".encode("utf-16"))
recoder = codecs.EncodedFile(file, "utf-8", "utf-16")
print(recoder.read(), recoder.data_encoding, recoder.file_encoding)
file = io.BytesIO()
recoder = codecs.EncodedFile(file, "latin-1", "utf-8")
recoder.write(b"\xe9\n")
recoder.writelines([b"a", b"\xfc"])
print(file.getvalue())
recoder.seek(0)
print(recoder.readline(), recoder.readlines())
show(lambda: codecs.EncodedFile(io.BytesIO(b"\xff"), "utf-8").read())

# Between bytes and bytes.
for name in ("hex", "base64", "quopri", "uu", "zlib", "bz2"):
    data = bytes(range(256)) + b"line = 1 \n.\n"
    coded = codecs.encode(data, name)
    print(name, codecs.decode(coded, name) == data, coded[:60] if name[0] not in "zb" else "")
    info = codecs.lookup(name)
    encoder, decoder = info.incrementalencoder(), info.incrementaldecoder()
    if name != "uu":
        made = encoder.encode(data, True)
        print("   ", decoder.decode(made, True) == data, info.encode(b"abc")[1],
              info.decode(codecs.encode(b"abc", name))[0])
    reader = codecs.getreader(name)(io.BytesIO(coded))
    print("   ", reader.read() == data)
    for call in (lambda: "text".encode(name), lambda: b"data".decode(name), lambda: codecs.encode("text", name),
                 lambda: io.TextIOWrapper(io.BytesIO(), encoding=name), lambda: open("x", encoding=name)):
        try:
            call()
        except Exception as e:
            print("   ", type(e).__name__, str(e)[:100])
print(codecs.encode("Hello, World", "rot13"), codecs.decode("Uryyb", "rot_13"),
      codecs.getincrementalencoder("rot13")().encode("abc"))
show(lambda: codecs.decode(b"zz", "hex"))
show(lambda: codecs.decode(b"abc", "hex"))
show(lambda: codecs.decode(b"junk", "uu"))
show(lambda: codecs.encode("a", "undefined"))

# The functions of the encodings.
for call in ("utf_8_encode('é')", "utf_8_decode(b'\\xc3\\xa9\\xc3')", "utf_8_decode(b'\\xc3', 'strict', True)",
             "utf_16_encode('a')", "utf_16_encode('a', None, 1)", "utf_16_encode('a', 'strict', -1)",
             "utf_16_decode(b'\\xfe\\xff\\0a\\0')", "utf_16_ex_decode(b'\\xfe\\xff\\0a')", "utf_16_ex_decode(b'a\\0')",
             "utf_16_ex_decode(b'\\xff\\xfea\\0', None, 1)",
             "utf_32_ex_decode(b'\\xff\\xfe\\0\\0a\\0\\0\\0', None, 0, True)",
             "utf_32_le_decode(b'a\\0\\0\\0b')", "latin_1_encode('é\\u20ac', 'ignore')", "latin_1_decode(b'\\xe9')",
             "ascii_decode(b'a\\xff', 'replace')", "ascii_encode('é')", "ascii_encode(b'x')", "utf_8_decode('x')",
             "unicode_escape_encode('\\n\\u20ac')", "unicode_escape_decode(b'\\\\x41\\\\')",
             "unicode_escape_decode(b'\\\\x41\\\\', 'strict', False)", "unicode_escape_decode('\\\\u20acé')",
             "raw_unicode_escape_encode('é\\u20ac\\\\')", "raw_unicode_escape_decode(b'\\\\u20ac\\\\', None, False)",
             "escape_decode(b'\\\\x41\\\\n\\\\101\\\\\\\\')", "escape_decode(b'\\\\x4', 'ignore')",
             "escape_decode(b'\\\\x')",
             "escape_decode(b'a\\\\')", "escape_encode(b'a\\'\\n\\xff')", "readbuffer_encode('é')",
             "charmap_build('abc')", "charmap_encode('abc', None, {97: b'xy', 98: 0, 99: 255})",
             "charmap_encode('ab', 'replace', {97: 65, 63: 33})", "charmap_encode('ab', 'replace', {97: 65})",
             "charmap_encode('a', None, {97: 256})", "charmap_encode('a', None, {97: 'x'})",
             "charmap_encode('a\\u20ac', 'xmlcharrefreplace', {97: 65, **{i: i for i in range(33, 60)}})",
             "charmap_decode(b'ab', None, 'xy' * 50)", "charmap_decode(b'\\0\\1\\2', 'replace', 'x\\ufffe')",
             "charmap_decode(b'ab', None, {97: 'xyz', 98: 0x20ac})", "charmap_decode(b'a', None, {97: None})",
             "charmap_decode(b'a', None, {97: 0x110000})", "charmap_decode(b'a', None, {97: b''})",
             "charmap_decode(b'\\xe9')",
             "make_identity_dict(range(3))", "make_encoding_map({1: 2, 3: 2, 4: 5})"):
    show(lambda: eval("codecs." + call) if not call.startswith("charmap_build") else
         codecs.charmap_encode("cab", None, codecs.charmap_build("abc")))

# UTF-7, and lines of uuencoding and quoted-printable.
for text in ("a+b", "é\u20ac-", "\U0001f600", "~\\", "plain text.", "\ud800"):
    data = text.encode("utf-7", "surrogatepass")
    print(data, data.decode("utf-7") == text, codecs.utf_7_decode(data[:-1])[1])
for data in (b"+", b"+A", b"+AAA-", b"a+!b", b"\xff", b"+AOn!", b"+2AA-x", b"+-+-"):
    show(lambda: data.decode("utf-7"))
    show(lambda: data.decode("utf-7", "replace"))
    show(lambda: codecs.utf_7_decode(data, "ignore"))
import binascii
for data in (b"", b"a", b"ab\0", b"x" * 45, b"x" * 46):
    show(lambda: binascii.b2a_uu(data))
    show(lambda: binascii.b2a_uu(data, backtick=True))
for data in (b"", b"#86)C\n", b"#86)C*", b"!8", b"#8\x01", "!86"):
    show(lambda: binascii.a2b_uu(data))
for data in (b"a=b \n.\n\t\r\nx ", b"x" * 80 + b"_", b"\xe9" * 30, "text"):
    show(lambda: binascii.b2a_qp(data))
    show(lambda: binascii.b2a_qp(data, True, False, True))
for data in (b"a=20=\r\nb=e9=", b"=zz_==", "=41"):
    show(lambda: binascii.a2b_qp(data))
    show(lambda: binascii.a2b_qp(data, header=True))
