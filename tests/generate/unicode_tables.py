"""Writes interp/text/unicode_tables.inc from the Unicode database of the Python that runs it (CPython 3.11: Unicode 14).

usage: python3.11 tests/generate/unicode_tables.py > interp/text/unicode_tables.inc
The tables are committed: neither the build nor the tests run this.
"""
import sys
import unicodedata as u

CATEGORIES = "Cn Lu Ll Lt Mn Mc Me Nd Nl No Zs Zl Zp Cc Cf Cs Co Lm Lo Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So".split()
BIDI = " L LRE LRO R AL RLE RLO PDF EN ES ET AN CS NSM BN B S WS ON LRI RLI FSI PDI".split(" ")
WIDTHS = "N F H W Na A".split()
FLAGS = ["alpha", "space", "printable", "lower", "upper", "title", "xid_start", "xid_continue", "line_break", "special",
         "cased", "mirrored", "numeric"]
LINE_BREAKS = {10, 11, 12, 13, 28, 29, 30, 133, 0x2028, 0x2029}
BLOCK = 128


def delta(c, text):
    return ord(text) - c if len(text) == 1 else 0


def main():
    assert u.unidata_version == "14.0.0", u.unidata_version
    records = {}
    pages = {}
    index = []
    special = []
    folds = []
    decompositions = []
    numerics = []
    compositions = []
    excluded = set()
    for c in range(0x110000):
        s = chr(c)
        d = u.decomposition(s)
        if d:
            decompositions.append((c, d))
    for start in range(0, 0x110000, BLOCK):
        page = []
        for c in range(start, start + BLOCK):
            s = chr(c)
            if 0xD800 <= c < 0xE000:
                up = low = title = s
            else:
                up, low, title = s.upper(), s.lower(), s.title()
                if c == 0x3A3:
                    low = "\u03c3"
            is_special = max(len(up), len(low), len(title)) > 1
            if is_special:
                special.append((c, low, title, up))
            fold = s.casefold()
            if fold != low or len(fold) > 1:
                folds.append((c, fold))
            numeric = u.numeric(s, None)
            digit = u.digit(s, -1)
            if numeric is not None and digit < 0:
                numerics.append((c, repr(numeric)))
            has = {
                "alpha": s.isalpha(), "space": s.isspace(), "printable": s.isprintable(), "lower": s.islower(),
                "upper": s.isupper(), "title": u.category(s) == "Lt", "xid_start": s.isidentifier(),
                "xid_continue": ("a" + s).isidentifier(), "line_break": c in LINE_BREAKS, "special": is_special,
                "cased": s.islower() or s.isupper() or u.category(s) == "Lt", "mirrored": bool(u.mirrored(s)),
                "numeric": numeric is not None,
            }
            flags = sum(1 << i for i, f in enumerate(FLAGS) if has[f])
            record = (CATEGORIES.index(u.category(s)), BIDI.index(u.bidirectional(s)), u.combining(s),
                      WIDTHS.index(u.east_asian_width(s)), flags, u.decimal(s, -1), digit,
                      delta(c, up), delta(c, low), delta(c, title))
            page.append(records.setdefault(record, len(records)))
        index.append(pages.setdefault(tuple(page), len(pages)))

    out = []
    out.append("// Unicode %s, written by tests/generate/unicode_tables.py." % u.unidata_version)
    out.append("constexpr Record kRecords[] = {")
    out.extend("    {%s}," % ", ".join(map(str, r)) for r in records)
    out.append("};")

    def numbers(name, kind, values):
        out.append("constexpr %s %s[] = {" % (kind, name))
        line = "   "
        for v in values:
            text = " %s," % v
            if len(line) + len(text) > 118:
                out.append(line)
                line = "   "
            line += text
        out.append(line)
        out.append("};")

    numbers("kPageOf", "uint16_t", index)
    numbers("kPages", "uint16_t", [r for p in pages for r in p])

    # Strings of code points: a pool, and (offset, length) per entry.
    pool = []
    at = {}

    def pooled(text):
        key = tuple(map(ord, text)) if isinstance(text, str) else tuple(text)
        if key not in at:
            at[key] = len(pool)
            pool.extend(key)
        return "%d, %d" % (at[key], len(key))

    rows = ["{%d, {%s}, {%s}, {%s}}" % (c, pooled(l), pooled(t), pooled(p)) for c, l, t, p in special]
    numbers("kSpecialCases", "SpecialCase", rows)
    numbers("kFolds", "Fold", ["{%d, {%s}}" % (c, pooled(f)) for c, f in folds])
    tags = {"": 0}
    rows = []
    for c, d in decompositions:
        parts = d.split()
        tag = parts.pop(0)[1:-1] if parts[0].startswith("<") else ""
        codes = [int(p, 16) for p in parts]
        rows.append("{%d, %d, {%s}}" % (c, tags.setdefault(tag, len(tags)), pooled(codes)))
        if not tag and len(codes) == 2 and u.normalize("NFC", "".join(map(chr, codes))) == chr(c):
            compositions.append((codes[0], codes[1], c))
    numbers("kDecompositions", "Decomposition", rows)
    numbers("kDecompositionTags", "char const*", ['"%s"' % t for t in tags])
    numbers("kCompositions", "Composition", ["{%d, %d, %d}" % x for x in sorted(compositions)])
    numbers("kNumerics", "Numeric", ["{%d, %s}" % x for x in numerics])
    numbers("kPool", "PackedChar", pool)
    sys.stdout.write("\n".join(out) + "\n")


main()
