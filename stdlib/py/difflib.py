"""Differences between sequences: of lines, of texts, or of anything that can be hashed.

SequenceMatcher finds the blocks that two sequences share; all the rest shows them in one form or another.
"""
from types import GenericAlias

from _namedtuple import namedtuple as _namedtuple

__all__ = ["get_close_matches", "ndiff", "restore", "SequenceMatcher", "Differ", "IS_CHARACTER_JUNK", "IS_LINE_JUNK",
           "context_diff", "unified_diff", "diff_bytes", "HtmlDiff", "Match"]

Match = _namedtuple("Match", "a b size", module=__name__)

# What happens between two blocks, by whether the first and the second sequence have elements there.
_STEPS = {(True, True): "replace", (True, False): "delete", (False, True): "insert"}
# From so many elements on, those that make up more than a hundredth of the second sequence are no starting points.
_MANY = 200


class SequenceMatcher:
    """Finds the longest block that two sequences share, then on both sides of it the next ones.

    Elements of the second sequence that isjunk() is true for, and with autojunk very frequent ones, begin no block;
    blocks may grow over them. What depends on the second sequence is kept when the first one changes."""

    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk, self.autojunk = isjunk, autojunk
        self.a = self.b = None
        self.set_seqs(a, b)

    __class_getitem__ = classmethod(GenericAlias)

    def set_seqs(self, a, b):
        """Compare two other sequences."""
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        """Compare another first sequence."""
        if a is not self.a:
            self.a = a
            self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        """Compare another second sequence."""
        if b is not self.b:
            self.b = b
            self.matching_blocks = self.opcodes = self.fullbcount = None
            self._take_places()

    def _take_places(self):
        """Note where each element of the second sequence stands, and take out those that begin no block."""
        places = {}
        for j, element in enumerate(self.b):
            places.setdefault(element, []).append(j)
        self.bjunk = {element for element in places if self.isjunk(element)} if self.isjunk else set()
        for element in self.bjunk:
            del places[element]
        self.bpopular = set()
        if self.autojunk and len(self.b) >= _MANY:
            allowed = len(self.b) // 100 + 1
            self.bpopular = {element for element, at in places.items() if len(at) > allowed}
            for element in self.bpopular:
                del places[element]
        self.b2j = places

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """The longest block within a[alo:ahi] and b[blo:bhi]: the first in a, and there the first in b."""
        a, b, junk = self.a, self.b, self.bjunk
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        places, none = self.b2j, ()
        whole = blo == 0 and bhi == len(b)
        i, j, size = alo, blo, 0
        ending = {}  # the length of the block that ends at each place in b and at the last element of a
        for here in range(alo, ahi):
            longer = {}
            for there in places.get(a[here], none):
                if not whole:
                    if there < blo:
                        continue
                    if there >= bhi:
                        break
                length = longer[there] = ending.get(there - 1, 0) + 1
                if length > size:
                    i, j, size = here - length + 1, there - length + 1, length
            ending = longer

        # It grows over frequent elements first, and then over junk.
        for over_junk in (False, True):
            while i > alo and j > blo and a[i - 1] == b[j - 1] and (b[j - 1] in junk) is over_junk:
                i, j, size = i - 1, j - 1, size + 1
            while (i + size < ahi and j + size < bhi and a[i + size] == b[j + size]
                   and (b[j + size] in junk) is over_junk):
                size += 1
        return Match(i, j, size)

    def get_matching_blocks(self):
        """All blocks in order, none of which touches the next one, and behind them an empty one at both ends."""
        if self.matching_blocks is None:
            end = Match(len(self.a), len(self.b), 0)
            blocks = []
            todo = [(0, end.a, 0, end.b)]  # parts to search, and blocks that are to come behind those to their left
            while todo:
                part = todo.pop()
                if isinstance(part, Match):
                    last = blocks[-1] if blocks else None
                    if last is not None and last.a + last.size == part.a and last.b + last.size == part.b:
                        blocks[-1] = last._replace(size=last.size + part.size)
                    else:
                        blocks.append(part)
                    continue
                alo, ahi, blo, bhi = part
                found = self.find_longest_match(*part)
                if found.size:
                    after_a, after_b = found.a + found.size, found.b + found.size
                    if after_a < ahi and after_b < bhi:
                        todo.append((after_a, ahi, after_b, bhi))
                    todo.append(found)
                    if alo < found.a and blo < found.b:
                        todo.append((alo, found.a, blo, found.b))
            self.matching_blocks = [*blocks, end]
        return self.matching_blocks

    def get_opcodes(self):
        """The steps from the first sequence to the second: tuples (tag, i1, i2, j1, j2) of what becomes of a[i1:i2]."""
        if self.opcodes is None:
            self.opcodes = steps = []
            i = j = 0
            for at_a, at_b, size in self.get_matching_blocks():
                if i < at_a or j < at_b:
                    steps.append((_STEPS[i < at_a, j < at_b], i, at_a, j, at_b))
                i, j = at_a + size, at_b + size
                if size:
                    steps.append(("equal", at_a, i, at_b, j))
        return self.opcodes

    def get_grouped_opcodes(self, n=3):
        """The steps in groups, each with up to n equal elements around what changes."""
        steps = self.get_opcodes() or [("equal", 0, 1, 0, 1)]
        # The ends are cut in the list that get_opcodes() gives from then on.
        tag, i1, i2, j1, j2 = steps[0]
        if tag == "equal":
            steps[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        tag, i1, i2, j1, j2 = steps[-1]
        if tag == "equal":
            steps[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for step in steps:
            tag, i1, i2, j1, j2 = step
            if tag == "equal" and i2 - i1 > 2 * n:
                yield group + [(tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n))]
                group, step = [], (tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2)
            group.append(step)
        if len(group) > 1 or group[0][0] != "equal":
            yield group

    def _likeness(self, matches):
        total = len(self.a) + len(self.b)
        return 2.0 * matches / total if total else 1.0

    def ratio(self):
        """How alike they are, from 0 to 1: the share of elements that are in blocks."""
        return self._likeness(sum([block.size for block in self.get_matching_blocks()]))

    def quick_ratio(self):
        """A bound for ratio() from above: the share of elements that both have, in whatever order."""
        if self.fullbcount is None:
            self.fullbcount = {}
            for element in self.b:
                self.fullbcount[element] = self.fullbcount.get(element, 0) + 1
        left, shared = {}, 0
        for element in self.a:
            count = left.get(element)
            if count is None:
                count = self.fullbcount.get(element, 0)
            left[element] = count - 1
            shared += count > 0
        return self._likeness(shared)

    def real_quick_ratio(self):
        """A bound for ratio() from above that looks at the lengths alone."""
        return self._likeness(min(len(self.a), len(self.b)))

    def _above(self, bound, or_equal):
        """ratio() where it is above the bound, else None, found out as soon as possible."""
        for measure in (self.real_quick_ratio, self.quick_ratio, self.ratio):
            value = measure()
            if not (value > bound or or_equal and value == bound):
                return None
        return value


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """The n of the possibilities that are most like a word, the best one first, of those that are alike enough."""
    if not n > 0:
        raise ValueError(f"n must be > 0: {n!r}")
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError(f"cutoff must be in [0.0, 1.0]: {cutoff!r}")
    matcher = SequenceMatcher(b=word)
    alike = []
    for possibility in possibilities:
        matcher.set_seq1(possibility)
        ratio = matcher._above(cutoff, True)
        if ratio is not None:
            alike.append((ratio, possibility))
    return [possibility for _, possibility in sorted(alike, reverse=True)[:n]]


# -- Lines with the differences inside of them


def _lines(mark, lines):
    for line in lines:
        yield f"{mark} {line}"


def _marked_spaces(line, marks):
    """Marks below a line; where they are blanks, its own tabs stay, so that the others stand below what they mean."""
    return "".join([c if mark == " " and c.isspace() else mark for c, mark in zip(line, marks)]).rstrip()


class Differ:
    """Compares lines, and within lines that are alike the characters."""

    # What stands below the characters of the first and of the second line.
    _MARKS = {"replace": ("^", "^"), "delete": ("-", ""), "insert": ("", "+"), "equal": (" ", " ")}
    # Lines that are less alike are replaced as wholes; the search for the most alike begins just below.
    _ALIKE, _BELOW = 0.75, 0.74

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk, self.charjunk = linejunk, charjunk

    def compare(self, a, b):
        """The lines of both behind "- " (in the first), "+ " (in the second), "  " (in both) or "? " (marks)."""
        for tag, i1, i2, j1, j2 in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == "replace":
                yield from self._fancy_replace(a, i1, i2, b, j1, j2)
            else:
                yield from _lines(" ", a[i1:i2]) if tag == "equal" else self._gap(a, i1, i2, b, j1, j2)

    def _gap(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi and blo < bhi:
            return self._fancy_replace(a, alo, ahi, b, blo, bhi)
        return self._plain_replace(a, alo, ahi, b, blo, bhi)

    def _plain_replace(self, a, alo, ahi, b, blo, bhi):
        """Lines for lines, the fewer ones first."""
        both = [_lines("-", a[alo:ahi]), _lines("+", b[blo:bhi])]
        if bhi - blo < ahi - alo:
            both.reverse()
        for lines in both:
            yield from lines

    def _fancy_replace(self, a, alo, ahi, b, blo, bhi):
        """The two lines that are most alike, and what is on both sides of them in the same way."""
        matcher = SequenceMatcher(self.charjunk)
        best, pair, same = self._BELOW, None, None
        for j in range(blo, bhi):
            matcher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    same = same or (i, j)
                    continue
                matcher.set_seq1(a[i])
                ratio = matcher._above(best, False)
                if ratio is not None:
                    best, pair = ratio, (i, j)
        if best >= self._ALIKE:
            same = None
        elif same is None:
            yield from self._plain_replace(a, alo, ahi, b, blo, bhi)
            return
        else:
            pair = same
        i, j = pair
        yield from self._gap(a, alo, i, b, blo, j)
        if same is not None:
            yield f"  {a[i]}"
        else:
            matcher.set_seqs(a[i], b[j])
            above = below = ""
            for tag, i1, i2, j1, j2 in matcher.get_opcodes():
                in_first, in_second = self._MARKS[tag]
                above += in_first * (i2 - i1)
                below += in_second * (j2 - j1)
            yield from self._qformat(a[i], b[j], above, below)
        yield from self._gap(a, i + 1, ahi, b, j + 1, bhi)

    def _qformat(self, aline, bline, atags, btags):
        """Two lines, each with its marks where there are any."""
        for mark, line, tags in (("-", aline, atags), ("+", bline, btags)):
            yield f"{mark} {line}"
            shown = _marked_spaces(line, tags)
            if shown:
                yield f"? {shown}\n"


def IS_LINE_JUNK(line, pat=None):
    """Whether a line is blank but for one "#", or what the function `pat` says."""
    return line.strip() in ("", "#") if pat is None else pat(line) is not None


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    """Whether a character is a blank or a tab."""
    return ch in ws


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """The lines of Differ.compare()."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """The first or the second sequence (1 or 2) from what ndiff() gives."""
    mark = {1: "- ", 2: "+ "}.get(int(which))
    if mark is None:
        raise ValueError(f"unknown delta choice (must be 1 or 2): {which!r}")
    for line in delta:
        if line[:2] in (mark, "  "):
            yield line[2:]


# -- Forms for the patch program


def _format_range_unified(start, stop):
    """Lines start to stop (from 0, without the last) as "first,count"; the first is the one before an empty range."""
    count = stop - start
    if count == 1:
        return f"{start + 1}"
    return f"{start + 1 if count else start},{count}"


def _format_range_context(start, stop):
    """Lines start to stop as "first,last"."""
    return f"{start + 1},{stop}" if stop - start > 1 else f"{stop}"


def _check_types(a, b, *args):
    for lines in (a, b):
        if lines and not isinstance(lines[0], str):
            raise TypeError(f"lines to compare must be str, not {type(lines[0]).__name__} ({lines[0]!r})")
    for arg in args:
        if not isinstance(arg, str):
            raise TypeError(f"all arguments must be str, not: {arg!r}")


def _heading(mark, name, date, lineterm):
    return f"{mark} {name}\t{date}{lineterm}" if date else f"{mark} {name}{lineterm}"


def unified_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """The lines of `diff -u`, with n lines of context."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    heading = [_heading("---", fromfile, fromfiledate, lineterm), _heading("+++", tofile, tofiledate, lineterm)]
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        yield from heading
        heading = ()
        (_, first_a, _, first_b, _), (_, _, last_a, _, last_b) = group[0], group[-1]
        yield (f"@@ -{_format_range_unified(first_a, last_a)} +{_format_range_unified(first_b, last_b)} @@{lineterm}")
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                yield from [" " + line for line in a[i1:i2]]
            else:
                yield from ["-" + line for line in a[i1:i2]]
                yield from ["+" + line for line in b[j1:j2]]


def context_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """The lines of `diff -c`, with n lines of context."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    heading = [_heading("***", fromfile, fromfiledate, lineterm), _heading("---", tofile, tofiledate, lineterm)]
    marks = {"insert": "+ ", "delete": "- ", "replace": "! ", "equal": "  "}
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        yield from heading
        heading = ()
        yield "***************" + lineterm
        # The sides of the group, one behind the other; a side without changes is its heading alone.
        for lines, lo, hi, stars, changes in ((a, 1, 2, "***", ("replace", "delete")),
                                              (b, 3, 4, "---", ("replace", "insert"))):
            yield f"{stars} {_format_range_context(group[0][lo], group[-1][hi])} {stars}{stars[0]}{lineterm}"
            if any(step[0] in changes for step in group):
                for step in group:
                    if step[0] == "equal" or step[0] in changes:
                        yield from [marks[step[0]] + line for line in lines[step[lo]:step[hi]]]


def diff_bytes(dfunc, a, b, fromfile=b"", tofile=b"", fromfiledate=b"", tofiledate=b"", n=3, lineterm=b"\n"):
    """unified_diff() or context_diff() of lines of bytes in whatever encoding."""
    def text(value):
        if hasattr(value, "decode"):
            return value.decode("ascii", "surrogateescape")
        raise TypeError(f"all arguments must be bytes, not {type(value).__name__} ({value!r})")

    a, b = [[text(line) for line in lines] for lines in (a, b)]
    names = [text(value) for value in (fromfile, tofile, fromfiledate, tofiledate)]
    for line in dfunc(a, b, *names, n, text(lineterm)):
        yield line.encode("ascii", "surrogateescape")


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
