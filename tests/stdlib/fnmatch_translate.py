# The regular expressions of file patterns: a text between two stars is taken at its first place, so that no pattern needs
# exponential time.
import fnmatch

for pattern in ("*a*b", "a*", "*", "**a?*[x-z]*", "*****aaa", "?*?", "[!a]*.py", "a[", "*.txt*.gz*", "a?b", "", "a*b*c", "*[!]*", "*[]*"):
    print(fnmatch.translate(pattern))
print(fnmatch.fnmatchcase("a" * 60, "*a" * 30 + "b"), fnmatch.fnmatchcase("a" * 60 + "b", "*a" * 30 + "b"))
for name in ("abcabc", "abc", "ab", "aXbXc", "c", ""):
    print(name, [p for p in ("*b*", "a*c", "*a*b*c", "?*c", "a*b*c*", "*abc*abc") if fnmatch.fnmatchcase(name, p)])
