# unicodedata and \N{...}: every property of every 17th character, names both ways, aliases, sequences, messages.
import hashlib
import unicodedata as u


def t(f, *a):
    try:
        print(repr(f(*a)))
    except BaseException as e:
        print(type(e).__name__, e)


h = hashlib.sha256()
for c in list(range(0, 0x3000)) + list(range(0x3000, 0x110000, 17)):
    s = chr(c)
    if 0xD800 <= c < 0xE000:
        continue
    h.update(repr((c, u.name(s, None), u.category(s), u.bidirectional(s), u.combining(s), u.east_asian_width(s), u.mirrored(s),
                   u.decomposition(s), u.decimal(s, -1), u.digit(s, -1), u.numeric(s, -1))).encode())
print(h.hexdigest())
bad = 0
for c in range(0x20, 0x3000):
    n = u.name(chr(c), None)
    if n is not None and (u.lookup(n) != chr(c) or u.lookup(n.lower()) != chr(c)):
        bad += 1
print(bad, u.unidata_version)
for n in "LINE FEED", "NULL", "BELL", "ALERT", "NBSP", "zwj", "LATIN SMALL LETTER GHA", "CJK UNIFIED IDEOGRAPH-4E00", "HANGUL SYLLABLE GAG", \
        "LATIN SMALL LETTER R WITH TILDE", "GREEK SMALL LETTER ALPHA", "cjk unified ideograph-20000", "CJK UNIFIED IDEOGRAPH-A000", \
        "KEYCAP DIGIT ONE", "nope", "", "LATIN  SMALL LETTER A", "x" * 300, "HANGUL SYLLABLE GAx", "SNOWMAN", "GRINNING FACE":
    t(u.lookup, n)
print("\N{SNOWMAN}\N{latin small letter sharp s}\N{LF}\N{NULL}|\N{CJK UNIFIED IDEOGRAPH-4E00}", f"\N{GREEK SMALL LETTER PI}={3!r}", len("\N{GRINNING FACE}"))
for bad in r"'\N{nope}'", r"'\N{a'", r"'\N'", r"'abc\N{LATIN SMALL LETTER R WITH TILDE}'", r"f'{1}\N{nope}'":
    try:
        compile(bad, 'f', 'exec')
    except SyntaxError as e:
        print(e, e.offset)
for form in "NFC", "NFD", "NFKC", "NFKD":
    for s in "\u00e4\ufb01\u1e9b\u0323", "A\u030a", "\uac00\u11a8", "\u0344", "plain", "\u2460\u00bd":
        print(ascii(u.normalize(form, s)), u.is_normalized(form, s), end=" ")
    print()
t(u.name, "\0"); t(u.name, "ab"); t(u.decimal, "a"); t(u.digit, "a"); t(u.numeric, "a"); t(u.normalize, "x", "a"); t(u.normalize, "NFC", 1)
t(u.category, 1); t(u.category, "ab"); t(u.name, 5); t(u.lookup, b"SPACE"); t(u.lookup, 5); t(u.numeric, "\u00bd"); t(u.digit, "\u00b2"); t(u.decimal, "\u0663")
t(u.decimal, "a", None); t(u.category, ""); t(u.mirrored, "("); t(u.combining, "\u0301"); t(u.east_asian_width, "\uff21")
