# Stream readers of sets with several bytes a character: ends that are cut off, sizes, lines.
import codecs
import io


def attempt(what, function):
    try:
        print(what, ascii(function()))
    except Exception as e:
        print(what, type(e).__name__, e)


for encoding in ('gbk', 'gb2312', 'big5', 'shift_jis', 'cp932', 'euc_jp', 'euc_kr', 'cp949', 'gb18030', 'johab'):
    whole = 'a\u4e00\nb\u4e8c\u4e09\n'.encode(encoding, 'replace')
    for data in (whole, whole + b'c\xa4' if encoding not in ('shift_jis', 'cp932') else whole + b'c\x82'):
        for errors in ('strict', 'replace', 'ignore'):
            def made():
                return codecs.getreader(encoding)(io.BytesIO(data), errors)

            print(encoding, data, errors)
            attempt('read', lambda: made().read())
            reader = made()
            for i in range(4):
                attempt('readline', reader.readline)
            reader = made()
            attempt('by bytes', lambda: [reader.read(1) for _ in range(len(data) + 2)])
            reader = made()
            attempt('by two', lambda: [reader.read(2) for _ in range(len(data))])
            attempt('readlines', lambda: made().readlines())
            attempt('lines', lambda: list(made()))
            attempt('some lines', lambda: made().readlines(5))

reader = codecs.getreader('gbk')(io.BytesIO(b'ab\xa4\xa2c'))
print(ascii(reader.read(3)), reader.read(0) == '', reader.errors, reader.tell())
reader.seek(0)
print(ascii(reader.read(3)), ascii(reader.read(1)))
reader.reset()
attempt('read', reader.read)
attempt('str', lambda: reader.read('1'))
attempt('text', lambda: codecs.getreader('gbk')(io.StringIO('a')).read())
print([c.__name__ for c in type(reader).__mro__ if c.__name__ != 'Codec'])
text = '\u3042a\n\u3044\u3046\nb'
for size in (None, -1):
    print(ascii(codecs.getreader('iso2022_jp')(io.BytesIO(text.encode('iso2022_jp'))).read(size)))
