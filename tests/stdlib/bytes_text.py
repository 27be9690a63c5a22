import ast
import base64
import binascii
import html

data = bytes(range(256))
for name in "b64encode", "urlsafe_b64encode", "b32encode", "b16encode", "b85encode", "a85encode":
    text = getattr(base64, name)(data[3:90])
    print(name, text, getattr(base64, name.replace("encode", "decode"))(text) == data[3:90])
print(binascii.crc32(data), binascii.hexlify(b"ab\xff"), binascii.unhexlify("00ff"))
for bad in "A", "AB", "ABC", "A===":
    try:
        print(base64.b64decode(bad))
    except Exception as e:
        print(type(e).__name__, e)
print(html.escape("<a b='c'>\"&"), html.unescape("&lt;a&gt; &notit; &#65;&#x41 &#128; &amp &foo;"))
for text in "1", "-1", "1.5e3", "1+2j", "0x1F", "'a' \"b\"", "(1,)", "()", "{1:2,'a':[3]}", "{1,2}", "None", "1,2":
    print(ast.literal_eval(text))
for bad in "f()", "1 2", "foo", "[1":
    try:
        print(ast.literal_eval(bad))
    except Exception as e:
        print(type(e).__name__)
