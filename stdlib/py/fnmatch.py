"""File names with wildcards."""
import functools
import os
import re

__all__ = ["filter", "fnmatch", "fnmatchcase", "translate"]


def fnmatch(name, pat):
    """Does the name match the pattern?"""
    return fnmatchcase(os.path.normcase(name), os.path.normcase(pat))


@functools.lru_cache(maxsize=256, typed=True)
def _compile_pattern(pat):
    if isinstance(pat, bytes):
        res = bytes(translate(str(pat, "ISO-8859-1")), "ISO-8859-1")
    else:
        res = translate(pat)
    return re.compile(res).match


def filter(names, pat):
    """The names that match the pattern."""
    match = _compile_pattern(os.path.normcase(pat))
    return [name for name in names if match(name)]


def fnmatchcase(name, pat):
    """fnmatch() that heeds case."""
    return _compile_pattern(pat)(name) is not None


def translate(pat):
    """The regular expression of a pattern."""
    STAR = object()
    res = []
    i, n = 0, len(pat)
    while i < n:
        c = pat[i]
        i += 1
        if c == "*":
            if not res or res[-1] is not STAR:
                res.append(STAR)
        elif c == "?":
            res.append(".")
        elif c == "[":
            j = i
            if j < n and pat[j] == "!":
                j += 1
            if j < n and pat[j] == "]":
                j += 1
            while j < n and pat[j] != "]":
                j += 1
            if j >= n:
                res.append("\\[")
            else:
                stuff = pat[i:j]
                if "-" not in stuff:
                    stuff = stuff.replace("\\", r"\\")
                else:
                    chunks = []
                    k = i + 2 if pat[i] == "!" else i + 1
                    while True:
                        k = pat.find("-", k, j)
                        if k < 0:
                            break
                        chunks.append(pat[i:k])
                        i = k + 1
                        k = k + 3
                    chunk = pat[i:j]
                    if chunk:
                        chunks.append(chunk)
                    else:
                        chunks[-1] += "-"
                    for k in range(len(chunks) - 1, 0, -1):
                        if chunks[k - 1][-1] > chunks[k][0]:
                            chunks[k - 1] = chunks[k - 1][:-1] + chunks[k][1:]
                            del chunks[k]
                    stuff = "-".join(s.replace("\\", r"\\").replace("-", r"\-") for s in chunks)
                stuff = re.sub(r"([&~|])", r"\\\1", stuff)
                i = j + 1
                if not stuff:
                    res.append("(?!)")
                elif stuff == "!":
                    res.append(".")
                else:
                    if stuff[0] == "!":
                        stuff = "^" + stuff[1:]
                    elif stuff[0] in ("^", "["):
                        stuff = "\\" + stuff
                    res.append(f"[{stuff}]")
        else:
            res.append(re.escape(c))
    # What stands between two stars is found at its first place, once and for all: no later place helps what follows.
    parts = []
    i, n = 0, len(res)
    while i < n and res[i] is not STAR:
        parts.append(res[i])
        i += 1
    while i < n:
        i += 1
        fixed = []
        while i < n and res[i] is not STAR:
            fixed.append(res[i])
            i += 1
        parts.append(".*" + "".join(fixed) if i == n else f"(?>.*?{''.join(fixed)})")
    return rf"(?s:{''.join(parts)})\Z"
