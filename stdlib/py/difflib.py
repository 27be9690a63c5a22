"""Differences between sequences."""
from collections import namedtuple as _namedtuple
from heapq import nlargest as _nlargest
from types import GenericAlias

__all__ = ["get_close_matches", "ndiff", "restore", "SequenceMatcher", "Differ", "IS_CHARACTER_JUNK", "IS_LINE_JUNK",
           "context_diff", "unified_diff", "diff_bytes", "HtmlDiff", "Match"]

Match = _namedtuple("Match", "a b size")


def _ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    """Finds the longest blocks that two sequences share, and on both sides of each the next ones."""

    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk = isjunk
        self.a = self.b = None
        self.autojunk = autojunk
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        """The two sequences."""
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        """The first sequence."""
        if a is self.a:
            return
        self.a = a
        self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        """The second sequence, about which most is computed."""
        if b is self.b:
            return
        self.b = b
        self.matching_blocks = self.opcodes = None
        self.fullbcount = None
        self._index()

    def _index(self):
        b = self.b
        self.b2j = b2j = {}
        for i, element in enumerate(b):
            b2j.setdefault(element, []).append(i)
        self.bjunk = junk = set()
        if self.isjunk:
            junk.update(filter(self.isjunk, b2j.keys()))
            for element in junk:
                del b2j[element]
        self.bpopular = popular = set()
        n = len(b)
        if self.autojunk and n >= 200:
            limit = n // 100 + 1
            popular.update(element for element, where in b2j.items() if len(where) > limit)
            for element in popular:
                del b2j[element]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """The longest common block within bounds, the first of them."""
        a, b, b2j, junk = self.a, self.b, self.b2j, self.bjunk
        if ahi is None:
            ahi = len(a)
        if bhi is None:
            bhi = len(b)
        best_i, best_j, best = alo, blo, 0
        lengths = {}
        nothing = []
        for i in range(alo, ahi):
            get = lengths.get
            new = {}
            for j in b2j.get(a[i], nothing):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                k = new[j] = get(j - 1, 0) + 1
                if k > best:
                    best_i, best_j, best = i - k + 1, j - k + 1, k
            lengths = new
        # Popular elements widen the block, then junk.
        for wanted in False, True:
            while (best_i > alo and best_j > blo and (b[best_j - 1] in junk) == wanted and
                   a[best_i - 1] == b[best_j - 1]):
                best_i, best_j, best = best_i - 1, best_j - 1, best + 1
            while (best_i + best < ahi and best_j + best < bhi and (b[best_j + best] in junk) == wanted and
                   a[best_i + best] == b[best_j + best]):
                best += 1
        return Match(best_i, best_j, best)

    def get_matching_blocks(self):
        """All common blocks, in order, and an empty one at the end."""
        if self.matching_blocks is not None:
            return self.matching_blocks
        la, lb = len(self.a), len(self.b)
        todo = [(0, la, 0, lb)]
        blocks = []
        while todo:
            alo, ahi, blo, bhi = todo.pop()
            i, j, k = x = self.find_longest_match(alo, ahi, blo, bhi)
            if k:
                blocks.append(x)
                if alo < i and blo < j:
                    todo.append((alo, i, blo, j))
                if i + k < ahi and j + k < bhi:
                    todo.append((i + k, ahi, j + k, bhi))
        blocks.sort()
        i1 = j1 = k1 = 0
        joined = []
        for i2, j2, k2 in blocks:
            if i1 + k1 == i2 and j1 + k1 == j2:
                k1 += k2
            else:
                if k1:
                    joined.append((i1, j1, k1))
                i1, j1, k1 = i2, j2, k2
        if k1:
            joined.append((i1, j1, k1))
        joined.append((la, lb, 0))
        self.matching_blocks = list(map(Match._make, joined))
        return self.matching_blocks

    def get_opcodes(self):
        """(tag, i1, i2, j1, j2) of each step from the first to the second."""
        if self.opcodes is not None:
            return self.opcodes
        i = j = 0
        self.opcodes = answer = []
        for ai, bj, size in self.get_matching_blocks():
            tag = ""
            if i < ai and j < bj:
                tag = "replace"
            elif i < ai:
                tag = "delete"
            elif j < bj:
                tag = "insert"
            if tag:
                answer.append((tag, i, ai, j, bj))
            i, j = ai + size, bj + size
            if size:
                answer.append(("equal", ai, i, bj, j))
        return answer

    def get_grouped_opcodes(self, n=3):
        """The steps in groups with n equal elements around."""
        codes = self.get_opcodes()
        if not codes:
            codes = [("equal", 0, 1, 0, 1)]
        if codes[0][0] == "equal":
            tag, i1, i2, j1, j2 = codes[0]
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        if codes[-1][0] == "equal":
            tag, i1, i2, j1, j2 = codes[-1]
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == "equal" and i2 - i1 > n + n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == "equal"):
            yield group

    def ratio(self):
        """How alike they are, from 0 to 1."""
        matches = sum(triple[-1] for triple in self.get_matching_blocks())
        return _ratio(matches, len(self.a) + len(self.b))

    def quick_ratio(self):
        """An upper bound of ratio(), sooner."""
        if self.fullbcount is None:
            self.fullbcount = counts = {}
            for element in self.b:
                counts[element] = counts.get(element, 0) + 1
        counts = self.fullbcount
        left = {}
        matches = 0
        for element in self.a:
            n = left[element] if element in left else counts.get(element, 0)
            left[element] = n - 1
            if n > 0:
                matches += 1
        return _ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        """An upper bound of ratio(), at once."""
        la, lb = len(self.a), len(self.b)
        return _ratio(min(la, lb), la + lb)

    __class_getitem__ = classmethod(GenericAlias)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """The best n of the possibilities that are alike enough."""
    if not n > 0:
        raise ValueError("n must be > 0: %r" % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError("cutoff must be in [0.0, 1.0]: %r" % (cutoff,))
    result = []
    s = SequenceMatcher()
    s.set_seq2(word)
    for x in possibilities:
        s.set_seq1(x)
        if s.real_quick_ratio() >= cutoff and s.quick_ratio() >= cutoff and s.ratio() >= cutoff:
            result.append((s.ratio(), x))
    return [x for score, x in _nlargest(n, result)]


def _keep_original_ws(s, tags):
    return "".join(c if tag == " " and c.isspace() else tag for c, tag in zip(s, tags)).rstrip()


class Differ:
    """Differences of lines, with the differences inside similar lines."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        """The lines of both with '- ', '+ ', '? ' or two spaces in front."""
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == "replace":
                yield from self._replace(a, alo, ahi, b, blo, bhi)
            elif tag == "delete":
                yield from self._dump("-", a, alo, ahi)
            elif tag == "insert":
                yield from self._dump("+", b, blo, bhi)
            else:
                yield from self._dump(" ", a, alo, ahi)

    def _dump(self, tag, x, lo, hi):
        for i in range(lo, hi):
            yield "%s %s" % (tag, x[i])

    def _plain_replace(self, a, alo, ahi, b, blo, bhi):
        if bhi - blo < ahi - alo:
            yield from self._dump("+", b, blo, bhi)
            yield from self._dump("-", a, alo, ahi)
        else:
            yield from self._dump("-", a, alo, ahi)
            yield from self._dump("+", b, blo, bhi)

    def _replace(self, a, alo, ahi, b, blo, bhi):
        best_ratio, cutoff = 0.74, 0.75
        matcher = SequenceMatcher(self.charjunk)
        eqi = eqj = None
        best_i = best_j = None
        for j in range(blo, bhi):
            bj = b[j]
            matcher.set_seq2(bj)
            for i in range(alo, ahi):
                ai = a[i]
                if ai == bj:
                    if eqi is None:
                        eqi, eqj = i, j
                    continue
                matcher.set_seq1(ai)
                if (matcher.real_quick_ratio() > best_ratio and matcher.quick_ratio() > best_ratio and
                        matcher.ratio() > best_ratio):
                    best_ratio, best_i, best_j = matcher.ratio(), i, j
        if best_ratio < cutoff:
            if eqi is None:
                yield from self._plain_replace(a, alo, ahi, b, blo, bhi)
                return
            best_i, best_j, best_ratio = eqi, eqj, 1.0
        else:
            eqi = None
        yield from self._between(a, alo, best_i, b, blo, best_j)
        line_a, line_b = a[best_i], b[best_j]
        if eqi is None:
            tags_a = tags_b = ""
            matcher.set_seqs(line_a, line_b)
            for tag, i1, i2, j1, j2 in matcher.get_opcodes():
                la, lb = i2 - i1, j2 - j1
                if tag == "replace":
                    tags_a += "^" * la
                    tags_b += "^" * lb
                elif tag == "delete":
                    tags_a += "-" * la
                elif tag == "insert":
                    tags_b += "+" * lb
                else:
                    tags_a += " " * la
                    tags_b += " " * lb
            yield from self._qformat(line_a, line_b, tags_a, tags_b)
        else:
            yield "  " + line_a
        yield from self._between(a, best_i + 1, ahi, b, best_j + 1, bhi)

    _fancy_replace = _replace

    def _between(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi:
            if blo < bhi:
                yield from self._replace(a, alo, ahi, b, blo, bhi)
            else:
                yield from self._dump("-", a, alo, ahi)
        elif blo < bhi:
            yield from self._dump("+", b, blo, bhi)

    def _qformat(self, line_a, line_b, tags_a, tags_b):
        tags_a = _keep_original_ws(line_a, tags_a).rstrip()
        tags_b = _keep_original_ws(line_b, tags_b).rstrip()
        yield "- " + line_a
        if tags_a:
            yield f"? {tags_a}\n"
        yield "+ " + line_b
        if tags_b:
            yield f"? {tags_b}\n"


def IS_LINE_JUNK(line, pat=None):
    """Is the line blank, but for one '#'?"""
    stripped = line.strip()
    return stripped == "" or stripped == "#"


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    """Is the character a blank or a tab?"""
    return ch in ws


def _check_types(a, b, *args):
    for seq in a, b:
        if seq and not isinstance(seq[0], str):
            raise TypeError("lines to compare must be str, not %s (%r)" % (type(seq[0]).__name__, seq[0]))
    for arg in args:
        if not isinstance(arg, str):
            raise TypeError("all arguments must be str, not: %r" % (arg,))


def _unified_range(start, stop):
    beginning = start + 1
    length = stop - start
    if length == 1:
        return "{}".format(beginning)
    if not length:
        beginning -= 1
    return "{},{}".format(beginning, length)


def unified_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """The differences in the form of `diff -u`."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            fromdate = "\t{}".format(fromfiledate) if fromfiledate else ""
            todate = "\t{}".format(tofiledate) if tofiledate else ""
            yield "--- {}{}{}".format(fromfile, fromdate, lineterm)
            yield "+++ {}{}{}".format(tofile, todate, lineterm)
        first, last = group[0], group[-1]
        yield "@@ -{} +{} @@{}".format(_unified_range(first[1], last[2]), _unified_range(first[3], last[4]), lineterm)
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                for line in a[i1:i2]:
                    yield " " + line
                continue
            if tag in ("replace", "delete"):
                for line in a[i1:i2]:
                    yield "-" + line
            if tag in ("replace", "insert"):
                for line in b[j1:j2]:
                    yield "+" + line


def _context_range(start, stop):
    beginning = start + 1
    length = stop - start
    if not length:
        beginning -= 1
    if length <= 1:
        return "{}".format(beginning)
    return "{},{}".format(beginning, beginning + length - 1)


def context_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """The differences in the form of `diff -c`."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    prefix = dict(insert="+ ", delete="- ", replace="! ", equal="  ")
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            fromdate = "\t{}".format(fromfiledate) if fromfiledate else ""
            todate = "\t{}".format(tofiledate) if tofiledate else ""
            yield "*** {}{}{}".format(fromfile, fromdate, lineterm)
            yield "--- {}{}{}".format(tofile, todate, lineterm)
        first, last = group[0], group[-1]
        yield "***************" + lineterm
        yield "*** {} ****{}".format(_context_range(first[1], last[2]), lineterm)
        if any(tag in ("replace", "delete") for tag, *_ in group):
            for tag, i1, i2, _, _ in group:
                if tag != "insert":
                    for line in a[i1:i2]:
                        yield prefix[tag] + line
        yield "--- {} ----{}".format(_context_range(first[3], last[4]), lineterm)
        if any(tag in ("replace", "insert") for tag, *_ in group):
            for tag, _, _, j1, j2 in group:
                if tag != "delete":
                    for line in b[j1:j2]:
                        yield prefix[tag] + line


def diff_bytes(dfunc, a, b, fromfile=b"", tofile=b"", fromfiledate=b"", tofiledate=b"", n=3, lineterm=b"\n"):
    """unified_diff() or context_diff() of lines of bytes."""
    def decode(s):
        try:
            return s.decode("ascii", "surrogateescape")
        except AttributeError as err:
            raise TypeError("all arguments must be bytes, not %s (%r)" % (type(s).__name__, s)) from err
    lines = dfunc(list(map(decode, a)), list(map(decode, b)), decode(fromfile), decode(tofile), decode(fromfiledate),
                  decode(tofiledate), n, decode(lineterm))
    for line in lines:
        yield line.encode("ascii", "surrogateescape")


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """Differ(linejunk, charjunk).compare(a, b)."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """One of the two sequences of a delta that ndiff() made."""
    try:
        tag = {1: "- ", 2: "+ "}[int(which)]
    except KeyError:
        raise ValueError("unknown delta choice (must be 1 or 2): %r" % which) from None
    prefixes = "  ", tag
    for line in delta:
        if line[:2] in prefixes:
            yield line[2:]


class HtmlDiff:
    """A table in HTML that shows two texts side by side."""

    def __init__(self, tabsize=8, wrapcolumn=None, linejunk=None, charjunk=IS_CHARACTER_JUNK):
        self._tabsize = tabsize
        self._linejunk = linejunk
        self._charjunk = charjunk

    def make_table(self, fromlines, tolines, fromdesc="", todesc="", context=False, numlines=5):
        """The table."""
        from html import escape
        rows = []
        a = [line.expandtabs(self._tabsize).rstrip("\n") for line in fromlines]
        b = [line.expandtabs(self._tabsize).rstrip("\n") for line in tolines]
        matcher = SequenceMatcher(self._linejunk, a, b)
        groups = matcher.get_grouped_opcodes(numlines) if context else [matcher.get_opcodes()]

        def cell(lines, i, kind):
            if i is None:
                return "<td></td><td></td>"
            text = escape(lines[i]).replace(" ", "&nbsp;")
            if kind:
                text = '<span class="diff_%s">%s</span>' % (kind, text)
            return '<td class="diff_header">%d</td><td nowrap="nowrap">%s</td>' % (i + 1, text)

        for group in groups:
            for tag, i1, i2, j1, j2 in group:
                kinds = {"equal": ("", ""), "replace": ("chg", "chg"), "delete": ("sub", ""), "insert": ("", "add")}[tag]
                for k in range(max(i2 - i1, j2 - j1)):
                    rows.append("<tr>%s%s</tr>" % (cell(a, i1 + k if i1 + k < i2 else None, kinds[0]),
                                                   cell(b, j1 + k if j1 + k < j2 else None, kinds[1])))
        head = ""
        if fromdesc or todesc:
            head = '<thead><tr><th colspan="2">%s</th><th colspan="2">%s</th></tr></thead>' % (fromdesc, todesc)
        return '<table class="diff" rules="groups">%s<tbody>\n%s\n</tbody></table>' % (head, "\n".join(rows))

    def make_file(self, fromlines, tolines, fromdesc="", todesc="", context=False, numlines=5, *, charset="utf-8"):
        """A whole page."""
        table = self.make_table(fromlines, tolines, fromdesc, todesc, context, numlines)
        return ("<!DOCTYPE html>\n<html><head><meta charset=\"%s\"><style>table.diff {font-family: monospace} "
                ".diff_add {background: #afa} .diff_chg {background: #ff7} .diff_sub {background: #faa}</style></head>"
                "<body>\n%s\n</body></html>" % (charset, table))
