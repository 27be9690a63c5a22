"""Help pages and usage lines."""
import re as _re
from _argparse_actions import ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE

# What stands for the words of an argument: {0} is its name for the first word, {1} for the second.
_WORDS = {None: "{0}", OPTIONAL: "[{0}]", ONE_OR_MORE: "{0} [{1} ...]", REMAINDER: "...", PARSER: "{0} ...", SUPPRESS: ""}

# A piece of a usage line that must not be broken: a bracketed one, or a word.
_PIECE = r"\(.*?\)+(?!\S)|\[.*?\]+(?!\S)|\S+"


class HelpFormatter:
    """Lays out one page: what is added is kept, and written out by format_help()."""

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            from shutil import get_terminal_size
            width = get_terminal_size().columns - 2
        self._prog, self._width, self._indent_increment = prog, width, indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._current_indent = 0
        self._action_max_length = 0  # the widest entry and its indent: where the column of help texts begins
        # A section is its heading and functions that write its items; the innermost open one is last.
        self._open = [(None, [])]

    def _indent(self):
        self._current_indent += self._indent_increment

    def _dedent(self):
        self._current_indent -= self._indent_increment

    # What a page is made of.

    def _add_item(self, func, args):
        self._open[-1][1].append((func, args))

    def start_section(self, heading):
        """Begin a section with a heading."""
        self._indent()
        self._open.append((heading, []))

    def end_section(self):
        """End the section."""
        self._dedent()
        section = self._open.pop()
        self._add_item(self._section, section)

    def add_text(self, text):
        """Add a paragraph."""
        if text is not None and text is not SUPPRESS:
            self._add_item(self._format_text, (text,))

    def add_usage(self, usage, actions, groups, prefix=None):
        """Add the usage."""
        if usage is not SUPPRESS:
            self._add_item(self._format_usage, (usage, actions, groups, prefix))

    def add_argument(self, action):
        """Add an argument and its help."""
        if action.help is not SUPPRESS:
            entries = action, *self._iter_indented_subactions(action)  # whose own indent does not count
            widest = max([len(self._format_action_invocation(entry)) for entry in entries])
            self._action_max_length = max(self._action_max_length, widest + self._current_indent)
            self._add_item(self._format_action, (action,))

    def add_arguments(self, actions):
        """Add several arguments."""
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        """The text of all sections."""
        page = self._join_parts(func(*args) for func, args in self._open[0][1])
        return _re.sub(r"\n{3,}", "\n\n", page).strip("\n") + "\n" if page else ""

    def _section(self, heading, items):
        self._indent()
        body = self._join_parts([func(*args) for func, args in items])
        self._dedent()
        if not body:
            return ""
        if heading is None or heading is SUPPRESS:
            return f"\n{body}\n"
        return f"\n{self._margin()}{heading}:\n{body}\n"

    def _join_parts(self, part_strings):
        return "".join(part for part in part_strings if part and part is not SUPPRESS)

    def _margin(self):
        return " " * self._current_indent

    # Usage.

    def _format_usage(self, usage, actions, groups, prefix):
        prefix = "usage: " if prefix is None else prefix
        if usage is not None:
            text = usage % {"prog": self._prog}
        else:
            # Options first, whatever the order of declaration.
            kinds = [[a for a in actions if a.option_strings], [a for a in actions if not a.option_strings]]
            text = f"{self._prog} {self._format_actions_usage(kinds[0] + kinds[1], groups)}".rstrip(" ")
            if len(prefix) + len(text) > self._width - self._current_indent:
                text = self._broken_usage(len(prefix), *(self._format_actions_usage(kind, groups) for kind in kinds))
        return f"{prefix}{text}\n\n"

    def _broken_usage(self, offset, options, positionals):
        """A usage of several lines; the first begins at column `offset`."""
        room = self._width - self._current_indent
        options, positionals = _re.findall(_PIECE, options), _re.findall(_PIECE, positionals)
        hanging = offset + len(self._prog) + 1
        if hanging - 1 > 0.75 * room:  # a long name stands alone
            lines = _filled(options + positionals, offset, room)
            if len(lines) > 1:
                lines = _filled(options, offset, room) + _filled(positionals, offset, room)
            return "\n".join([self._prog, *lines])
        # Behind the name, which takes part in the filling of the first line.
        if options:
            lines = _filled([self._prog, *options], hanging, room, offset) + _filled(positionals, hanging, room)
        else:
            lines = _filled([self._prog, *positionals], hanging, room, offset)
        return "\n".join(lines).lstrip(" ")

    def _format_actions_usage(self, actions, groups):
        """One line for all of the actions; those of a group that stand together are put in its brackets."""
        spans = []
        for group in groups:
            members = group._group_actions
            if not members:
                raise ValueError(f"empty group {group}")
            if members[0] in actions and any(a.help is not SUPPRESS for a in members):
                start = actions.index(members[0])
                if actions[start:start + len(members)] == members:
                    spans.append((start, start + len(members), group.required))
        spans.sort(key=lambda span: (span[0], -span[1]))  # an outer group before those inside it

        def pieces(at, end, grouped):
            found = []
            while at < end:
                if spans and spans[0][0] == at:
                    _, stop, required = spans.pop(0)
                    inner = pieces(at, stop, True)
                    text, at = " | ".join(inner), stop
                    if not required:
                        text = f"[{text}]"
                    elif len(inner) > 1:
                        text = f"({text})"
                    found.append(text)
                    continue
                if actions[at].help is not SUPPRESS:
                    found.append(self._usage_of(actions[at], grouped))
                at += 1
            return [text for text in found if text]

        return " ".join(pieces(0, len(actions), False))

    def _usage_of(self, action, grouped):
        if not action.option_strings:
            text = self._format_args(action, self._get_default_metavar_for_positional(action))
            bracketed = text[:1] == "[" and text[-1:] == "]"
            return text[1:-1] if grouped and bracketed else text  # the group has brackets of its own
        if action.nargs == 0:
            text = action.format_usage()
        else:
            words = self._format_args(action, self._get_default_metavar_for_optional(action))
            text = f"{action.option_strings[0]} {words}"
        return text if grouped or action.required else f"[{text}]"

    # The entry of an argument.

    def _format_action(self, action):
        margin, entry = self._margin(), self._format_action_invocation(action)
        column = min(self._action_max_length + 2, self._max_help_position)
        lines = []
        if action.help and action.help.strip():
            text = self._expand_help(action)
            lines = self._split_lines(text, max(self._width - column, 11)) if text else []
        page = []
        beside = action.help and len(entry) <= column - self._current_indent - 2
        if beside:
            first = lines.pop(0) if lines else ""
            page.append(f"{margin}{entry}".ljust(column) + first)
        else:
            page.append(margin + entry)
        page += [" " * column + line for line in lines]
        page = ["".join(line + "\n" for line in page)]
        page += [self._format_action(sub) for sub in self._iter_indented_subactions(action)]
        return self._join_parts(page)

    def _format_action_invocation(self, action):
        """How it is given: its name, or its options with the words they take."""
        if not action.option_strings:
            return self._metavar_formatter(action, self._get_default_metavar_for_positional(action))(1)[0]
        tail = ""
        if action.nargs != 0:
            tail = " " + self._format_args(action, self._get_default_metavar_for_optional(action))
        return ", ".join(flag + tail for flag in action.option_strings)

    def _metavar_formatter(self, action, default_metavar):
        """A function from a number of words to a tuple of names for them."""
        names = action.metavar
        if names is None:
            names = default_metavar if action.choices is None else "{%s}" % ",".join(map(str, action.choices))
        return lambda count: names if isinstance(names, tuple) else (names,) * count

    def _format_args(self, action, default_metavar):
        nargs, names = action.nargs, self._metavar_formatter(action, default_metavar)
        if nargs == ZERO_OR_MORE:
            shown = names(1)
            pattern = "[{0} [{1} ...]]" if len(shown) == 2 else "[{0} ...]"
            limit = 2 if len(shown) == 2 else 1
        elif nargs in _WORDS:
            pattern = _WORDS[nargs]
            limit = pattern.count("{")
            shown = names(limit) if limit else ()
        else:
            if not hasattr(nargs, "__index__"):
                raise ValueError("invalid nargs value")
            shown, limit = names(nargs), nargs
            pattern = " ".join("{%d}" % i for i in range(nargs))
        if len(shown) != limit:
            raise TypeError("not as many names as words")
        return pattern.format(*shown)

    def _expand_help(self, action):
        """The help text with the attributes of the action, and `prog`, filled in."""
        known = {"prog": self._prog}
        for name, value in vars(action).items():
            if value is not SUPPRESS:
                known[name] = getattr(value, "__name__", value)
        if known.get("choices") is not None:
            known["choices"] = ", ".join(map(str, known["choices"]))
        return self._get_help_string(action) % known

    def _iter_indented_subactions(self, action):
        if hasattr(action, "_get_subactions"):
            self._indent()
            yield from action._get_subactions()
            self._dedent()

    # Text; subclasses change these.

    def _format_text(self, text):
        if "%(prog)" in text:
            text = text % {"prog": self._prog}
        room = max(self._width - self._current_indent, 11)
        return self._fill_text(text, room, self._margin()) + "\n\n"

    def _split_lines(self, text, width):
        from textwrap import wrap
        return wrap(_one_line(text), width)

    def _fill_text(self, text, width, indent):
        from textwrap import fill
        return fill(_one_line(text), width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


def _one_line(text):
    return _re.sub(r"(?a)\s+", " ", text).strip()


def _filled(pieces, indent, room, first=None):
    """Lines of pieces; each is indented, the first to column `first` where that is given, and none is wider than `room`
    unless one piece is."""
    lines, margin = [], " " * (indent if first is None else first)
    for piece in pieces:
        if lines and len(lines[-1]) + 1 + len(piece) <= room:
            lines[-1] += " " + piece
        else:
            lines.append(margin + piece)
            margin = " " * indent
    return lines


class RawDescriptionHelpFormatter(HelpFormatter):
    """Keeps the line breaks of descriptions."""

    def _fill_text(self, text, width, indent):
        return indent + indent.join(text.splitlines(keepends=True)) if text else ""


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Keeps the line breaks of all texts."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Adds the default to the help of each argument that may be left out."""

    def _get_help_string(self, action):
        text = action.help or ""
        optional = action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE)
        if optional and action.default is not SUPPRESS and "%(default)" not in text:
            text += " (default: %(default)s)"
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Names the words of arguments by their type."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    _get_default_metavar_for_positional = _get_default_metavar_for_optional


for _class in (HelpFormatter, RawDescriptionHelpFormatter, RawTextHelpFormatter, ArgumentDefaultsHelpFormatter,
               MetavarTypeHelpFormatter):
    _class.__module__ = "argparse"
