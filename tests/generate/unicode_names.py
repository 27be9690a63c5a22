"""Writes interp/text/unicode_aliases.inc: names of characters besides their own ones, checked against CPython 3.11.

usage: python3 tests/generate/unicode_names.py > interp/text/unicode_aliases.inc     (needs Debian's package perl-modules)
The names themselves come from libunistring; aliases and named sequences are read from Perl's copy of the Unicode data.
"""
import glob
import unicodedata

folder = glob.glob("/usr/share/perl/5.36*/unicore")[0]
rows = {}
block = open(folder + "/Name.pl", encoding="latin-1").read()
for entry in block.split("\n\n"):
    lines = entry.strip().split("\n")
    if len(lines) < 2:
        continue
    code = lines[-2].split()
    name = lines[-1]
    try:
        points = [int(c, 16) for c in code]
    except ValueError:
        continue
    try:
        found = unicodedata.lookup(name)
    except KeyError:
        continue
    if [ord(c) for c in found] == points and (len(points) > 1 or unicodedata.name(found, None) != name):
        rows[name] = points
print("// Made by tests/generate/unicode_names.py: aliases and named sequences of Unicode 14.0, sorted by name; \\xff ends each part.")
for name, points in sorted(rows.items()):
    print(r'"%s" "\xff" "%s" "\xff"' % (name, "".join("\\x%02x" % b for b in "".join(map(chr, points)).encode())))
