"""Filling and indenting of text.

Text is split into chunks: words, or parts of words that may stand apart, and the blanks between them. Lines take as many chunks
as fit.
"""
import re

__all__ = ["TextWrapper", "wrap", "fill", "dedent", "indent", "shorten"]

_whitespace = "\t\n\x0b\x0c\r "


class TextWrapper:
    """Wraps text to lines of a width; the options of the functions here are its attributes."""

    unicode_whitespace_trans = dict.fromkeys(map(ord, _whitespace), ord(" "))
    word_punct = r'[\w!"\'&.,?]'
    letter = r"[^\d\W]"
    whitespace = r"[%s]" % re.escape(_whitespace)
    nowhitespace = "[^" + whitespace[1:]
    wordsep_re = re.compile(r"""(?x)
        ( %(ws)s+
        | (?<=%(wp)s) -{2,} (?=\w)
        | %(nws)s+? (?:
            -(?: (?<=%(lt)s{2}-) | (?<=%(lt)s-%(lt)s-)) (?= %(lt)s -? %(lt)s)
          | (?=%(ws)s|\Z)
          | (?<=%(wp)s) (?=-{2,}\w)
          )
        )""" % {"wp": word_punct, "lt": letter, "ws": whitespace, "nws": nowhitespace})
    wordsep_simple_re = re.compile(r"(%s+)" % whitespace)
    sentence_end_re = re.compile(r'[a-z][\.\!\?][\"\']?\Z')

    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True,
                 tabsize=8, *, max_lines=None, placeholder=" [...]"):
        self.width, self.initial_indent, self.subsequent_indent = width, initial_indent, subsequent_indent
        self.expand_tabs, self.tabsize, self.replace_whitespace = expand_tabs, tabsize, replace_whitespace
        self.fix_sentence_endings, self.drop_whitespace = fix_sentence_endings, drop_whitespace
        self.break_long_words, self.break_on_hyphens = break_long_words, break_on_hyphens
        self.max_lines, self.placeholder = max_lines, placeholder

    def wrap(self, text):
        """The lines of a paragraph, without line ends."""
        chunks = self._split_chunks(text)
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        """The lines of a paragraph as one text."""
        return "\n".join(self.wrap(text))

    # From text to chunks; subclasses may replace these.

    def _split_chunks(self, text):
        return self._split(self._munge_whitespace(text))

    def _munge_whitespace(self, text):
        text = text.expandtabs(self.tabsize) if self.expand_tabs else text
        return text.translate(self.unicode_whitespace_trans) if self.replace_whitespace else text

    def _split(self, text):
        pattern = self.wordsep_re if self.break_on_hyphens else self.wordsep_simple_re
        return list(filter(None, pattern.split(text)))

    def _fix_sentence_endings(self, chunks):
        """Put two blanks behind the end of a sentence."""
        ended = False
        for at, chunk in enumerate(chunks):
            if ended and chunk == " ":
                chunks[at], ended = "  ", False
            else:
                ended = self.sentence_end_re.search(chunk) is not None

    # From chunks to lines.

    def _handle_long_word(self, reversed_chunks, cur_line, cur_len, width):
        """Take what fits of a chunk that is longer than a line, or all of it where words are not broken."""
        if not self.break_long_words:
            if not cur_line:
                cur_line.append(reversed_chunks.pop())
            return
        word = reversed_chunks[-1]
        end = width - cur_len if width >= 1 else 1
        if self.break_on_hyphens and len(word) > end:
            hyphen = word.rfind("-", 0, end)
            if word[:max(hyphen, 0)].strip("-"):  # something stands before it
                end = hyphen + 1
        cur_line.append(word[:end])
        reversed_chunks[-1] = word[end:]

    def _take_line(self, reversed_chunks, width):
        """The chunks of one line."""
        line, length = [], 0
        while reversed_chunks and length + len(reversed_chunks[-1]) <= width:
            line.append(reversed_chunks.pop())
            length += len(line[-1])
        if reversed_chunks and len(reversed_chunks[-1]) > width:
            self._handle_long_word(reversed_chunks, line, length, width)
        if line and self.drop_whitespace and not line[-1].strip():
            line.pop()
        return line

    def _wrap_chunks(self, chunks):
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        limit = self.max_lines
        if limit is not None:
            indent = self.subsequent_indent if limit > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        lines, waiting = [], chunks[::-1]
        while waiting:
            indent = self.subsequent_indent if lines else self.initial_indent
            room = self.width - len(indent)
            if lines and self.drop_whitespace and not waiting[-1].strip():
                waiting.pop()
            line = self._take_line(waiting, room)
            if not line:
                continue
            if limit is not None and len(lines) + 1 >= limit:
                blank = self.drop_whitespace and len(waiting) == 1 and not waiting[0].strip()
                if waiting and not blank or sum(map(len, line)) > room:
                    return self._cut(lines, line, indent, room)
            lines.append(indent + "".join(line))
        return lines

    def _cut(self, lines, line, indent, room):
        """End with the placeholder: behind as much of the last line as leaves room for it, or behind the line before."""
        while line:
            if line[-1].strip() and len("".join(line)) + len(self.placeholder) <= room:
                return lines + [indent + "".join(line) + self.placeholder]
            line.pop()
        if lines:
            before = lines[-1].rstrip()
            if len(before) + len(self.placeholder) <= self.width:
                return lines[:-1] + [before + self.placeholder]
        return lines + [indent + self.placeholder.lstrip()]


def wrap(text, width=70, **kwargs):
    """The lines of a paragraph that is wrapped to a width."""
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    """A paragraph that is wrapped to a width, as one text."""
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    """Text with single blanks between words, cut to a width; a placeholder stands for what is cut."""
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(" ".join(text.split()))


def dedent(text):
    """Take away the blanks and tabs that all lines begin with; lines of nothing else become empty."""
    lines = [line if line.strip(" \t") else "" for line in text.split("\n")]
    margins = [line[:len(line) - len(line.lstrip(" \t"))] for line in lines if line]
    if not margins:
        return "\n".join(lines)
    # What the first and the last in order share, all share.
    first, last = min(margins), max(margins)
    size = next((at for at, (a, b) in enumerate(zip(first, last)) if a != b), len(first))
    return "\n".join([line[size:] for line in lines])


def indent(text, prefix, predicate=None):
    """Put a prefix in front of the lines that are not blank, or of those that a predicate chooses."""
    chosen = str.strip if predicate is None else predicate
    return "".join([prefix + line if chosen(line) else line for line in text.splitlines(True)])


if __name__ == "__main__":
    print(dedent("Hello there.\n  This is indented."))
