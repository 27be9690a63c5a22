"""Options of command lines: the parser that argparse has replaced.

An Option knows its strings ("-f", "--file") and what to do when one of them is met; a container (the parser itself, or
a group that is shown under a title of its own) holds options and finds them by their strings; a formatter writes the help.
"""
import os
import sys
import textwrap

__all__ = ["Option", "make_option", "SUPPRESS_HELP", "SUPPRESS_USAGE", "Values", "OptionContainer", "OptionGroup",
           "OptionParser", "HelpFormatter", "IndentedHelpFormatter", "TitledHelpFormatter", "OptParseError", "OptionError",
           "OptionConflictError", "OptionValueError", "BadOptionError", "check_choice"]
__version__ = "1.5.3"

NO_DEFAULT = ("NO", "DEFAULT")
SUPPRESS_HELP = "SUPPRESS" + "HELP"
SUPPRESS_USAGE = "SUPPRESS" + "USAGE"


def _repr(self):
    return f"<{type(self).__name__} at 0x{id(self):x}: {self}>"


# --- errors

class OptParseError(Exception):
    def __init__(self, msg):
        self.msg = msg

    def __str__(self):
        return self.msg


class OptionError(OptParseError):
    """An Option made with arguments that contradict each other."""

    def __init__(self, msg, option):
        super().__init__(msg)
        self.option_id = str(option)

    def __str__(self):
        return f"option {self.option_id}: {self.msg}" if self.option_id else self.msg


class OptionConflictError(OptionError):
    """Two options of a parser with the same string."""


class OptionValueError(OptParseError):
    """A value on the command line that is not of the option's type."""


class BadOptionError(OptParseError):
    """A string on the command line that no option has."""

    def __init__(self, opt_str):
        self.opt_str = opt_str

    def __str__(self):
        return "no such option: %s" % self.opt_str


class AmbiguousOptionError(BadOptionError):
    """The beginning of more than one option's string."""

    def __init__(self, opt_str, possibilities):
        super().__init__(opt_str)
        self.possibilities = possibilities

    def __str__(self):
        return "ambiguous option: %s (%s?)" % (self.opt_str, ", ".join(self.possibilities))


# --- help

class HelpFormatter:
    """Writes usage, descriptions and options. Lengths are in columns; `width` of None is that of the terminal less two.

    option_strings, help_position and help_width hold for the parser that store_option_strings() saw last."""
    NO_DEFAULT_VALUE = "none"

    def __init__(self, indent_increment, max_help_position, width, short_first):
        if width is None:
            try:
                width = int(os.environ["COLUMNS"])
            except (KeyError, ValueError):
                width = 80
            width -= 2
        self.parser = None
        self.indent_increment = indent_increment
        self.width = width
        self.max_help_position = self.help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self.help_width = None
        self.current_indent = self.level = 0
        self.short_first = short_first
        self.default_tag = "%default"
        self.option_strings = {}
        self._short_opt_fmt, self._long_opt_fmt = "%s %s", "%s=%s"

    def set_parser(self, parser):
        self.parser = parser

    def set_short_opt_delimiter(self, delim):
        if delim not in ("", " "):
            raise ValueError(f"invalid metavar delimiter for short options: {delim!r}")
        self._short_opt_fmt = "%s" + delim + "%s"

    def set_long_opt_delimiter(self, delim):
        if delim not in ("=", " "):
            raise ValueError(f"invalid metavar delimiter for long options: {delim!r}")
        self._long_opt_fmt = "%s" + delim + "%s"

    def indent(self):
        self.current_indent += self.indent_increment
        self.level += 1

    def dedent(self):
        self.current_indent -= self.indent_increment
        assert self.current_indent >= 0, "Indent decreased below 0."
        self.level -= 1

    def format_usage(self, usage):
        raise NotImplementedError("subclasses must implement")

    def format_heading(self, heading):
        raise NotImplementedError("subclasses must implement")

    def _format_text(self, text):
        margin = " " * self.current_indent
        return textwrap.fill(text, max(self.width - self.current_indent, 11), initial_indent=margin,
                             subsequent_indent=margin)

    def format_description(self, description):
        return self._format_text(description) + "\n" if description else ""

    def format_epilog(self, epilog):
        return "\n" + self._format_text(epilog) + "\n" if epilog else ""

    def expand_default(self, option):
        if self.parser is None or not self.default_tag:
            return option.help
        value = self.parser.defaults.get(option.dest)
        if value is None or value is NO_DEFAULT:
            value = self.NO_DEFAULT_VALUE
        return option.help.replace(self.default_tag, str(value))

    def format_option(self, option):
        """The option's strings with the help beside them, or below where they are too long for that."""
        strings = self.option_strings[option]
        room = self.help_position - self.current_indent - 2
        left = " " * self.current_indent + strings
        if not option.help:
            return left + "\n" if len(strings) > room else left.ljust(self.current_indent + room) + "  \n"
        first, *rest = textwrap.wrap(self.expand_default(option), self.help_width)
        column = " " * self.help_position
        left = left + "\n" + column if len(strings) > room else left.ljust(self.current_indent + room) + "  "
        return left + first + "\n" + "".join(column + line + "\n" for line in rest)

    def store_option_strings(self, parser):
        longest = 0
        self.indent()
        for container in (parser, *parser.option_groups):
            if container is not parser:
                self.indent()
            for option in container.option_list:
                self.option_strings[option] = text = self.format_option_strings(option)
                longest = max(longest, len(text) + self.current_indent)
            if container is not parser:
                self.dedent()
        self.dedent()
        self.help_position = min(longest + 2, self.max_help_position)
        self.help_width = max(self.width - self.help_position, 11)

    def format_option_strings(self, option):
        shorts, longs = option._short_opts, option._long_opts
        if option.takes_value():
            metavar = option.metavar or option.dest.upper()
            shorts = [self._short_opt_fmt % (text, metavar) for text in shorts]
            longs = [self._long_opt_fmt % (text, metavar) for text in longs]
        return ", ".join(shorts + longs if self.short_first else longs + shorts)


class IndentedHelpFormatter(HelpFormatter):
    def __init__(self, indent_increment=2, max_help_position=24, width=None, short_first=1):
        super().__init__(indent_increment, max_help_position, width, short_first)

    def format_usage(self, usage):
        return "Usage: %s\n" % usage

    def format_heading(self, heading):
        return " " * self.current_indent + heading + ":\n"


class TitledHelpFormatter(HelpFormatter):
    def __init__(self, indent_increment=0, max_help_position=24, width=None, short_first=0):
        super().__init__(indent_increment, max_help_position, width, short_first)

    def format_usage(self, usage):
        return f"{self.format_heading('Usage')}  {usage}\n"

    def format_heading(self, heading):
        return f"{heading}\n{'=-'[self.level] * len(heading)}\n"


# --- values

def _parse_num(text, type):
    """A number in the notation of C: 0x1f, 0b101, 017, 42."""
    start = text[:2].lower()
    if start == "0x":
        return type(text, 16)
    if start == "0b":
        return type(text[2:] or "0", 2)
    return type(text, 8 if text[:1] == "0" else 10)


def _parse_int(text):
    return _parse_num(text, int)


_builtin_cvt = {"int": (_parse_int, "integer"), "long": (_parse_int, "integer"),
                "float": (float, "floating-point"), "complex": (complex, "complex")}


def check_builtin(option, opt, value):
    convert, kind = _builtin_cvt[option.type]
    try:
        return convert(value)
    except ValueError:
        raise OptionValueError("option %s: invalid %s value: %r" % (opt, kind, value))


def check_choice(option, opt, value):
    if value in option.choices:
        return value
    raise OptionValueError("option %s: invalid choice: %r (choose from %s)"
                           % (opt, value, ", ".join(map(repr, option.choices))))


class Values:
    """What the options have left behind, as attributes."""

    def __init__(self, defaults=None):
        for name, value in (defaults or {}).items():
            setattr(self, name, value)

    def __str__(self):
        return str(vars(self))

    __repr__ = _repr

    def __eq__(self, other):
        if isinstance(other, Values):
            other = vars(other)
        return vars(self) == other if isinstance(other, dict) else NotImplemented

    def _update_careful(self, dict):
        for name in dir(self):
            if dict.get(name) is not None:
                setattr(self, name, dict[name])

    def _update_loose(self, dict):
        vars(self).update(dict)

    def _update(self, dict, mode):
        update = {"careful": self._update_careful, "loose": self._update_loose}.get(mode)
        if update is None:
            raise ValueError(f"invalid update mode: {mode!r}")
        update(dict)

    def read_module(self, modname, mode="careful"):
        __import__(modname)
        self._update(vars(sys.modules[modname]), mode)

    def read_file(self, filename, mode="careful"):
        names = {}
        with open(filename) as file:
            exec(file.read(), names)
        self._update(names, mode)

    def ensure_value(self, attr, value):
        """The attribute; `value` becomes it if there was none, or None."""
        if getattr(self, attr, None) is None:
            setattr(self, attr, value)
        return getattr(self, attr)


# --- options

class Option:
    """One option: its strings, and the attributes in ATTRS. Subclasses add actions and types by the tables below and by
    take_action(), and checks of what they were made with by CHECK_METHODS."""
    ATTRS = ["action", "type", "dest", "default", "nargs", "const", "choices", "callback", "callback_args",
             "callback_kwargs", "help", "metavar"]
    ACTIONS = ("store", "store_const", "store_true", "store_false", "append", "append_const", "count", "callback", "help",
               "version")
    STORE_ACTIONS = ACTIONS[:7]  # they need a destination
    TYPED_ACTIONS = ("store", "append", "callback")  # they may have a type, and then take values
    ALWAYS_TYPED_ACTIONS = TYPED_ACTIONS[:2]
    CONST_ACTIONS = ("store_const", "append_const")
    TYPES = ("string", "int", "long", "float", "complex", "choice")
    TYPE_CHECKER = {"int": check_builtin, "long": check_builtin, "float": check_builtin, "complex": check_builtin,
                    "choice": check_choice}
    CHECK_METHODS = None

    def __init__(self, *opts, **attrs):
        self._short_opts, self._long_opts = [], []
        self._set_opt_strings(self._check_opt_strings(opts))
        self._set_attrs(attrs)
        for check in self.CHECK_METHODS:
            check(self)

    def _check_opt_strings(self, opts):
        given = [text for text in opts if text]
        if not given:
            raise TypeError("at least one option string must be supplied")
        return given

    def _set_opt_strings(self, opts):
        for text in opts:
            if len(text) < 2:
                raise OptionError(f"invalid option string {text!r}: must be at least two characters long", self)
            if len(text) == 2:
                if text[0] != "-" or text[1] == "-":
                    raise OptionError(f"invalid short option string {text!r}: must be of the form -x, (x any non-dash char)",
                                      self)
                self._short_opts.append(text)
            else:
                if text[:2] != "--" or text[2] == "-":
                    raise OptionError(f"invalid long option string {text!r}: must start with --, followed by non-dash", self)
                self._long_opts.append(text)

    def _set_attrs(self, attrs):
        for name in self.ATTRS:
            setattr(self, name, attrs.pop(name, NO_DEFAULT if name == "default" else None))
        if attrs:
            raise OptionError(f"invalid keyword arguments: {', '.join(sorted(attrs))}", self)

    def _check_action(self):
        if self.action is None:
            self.action = "store"
        elif self.action not in self.ACTIONS:
            raise OptionError(f"invalid action: {self.action!r}", self)

    def _check_type(self):
        if self.type is None:
            if self.action in self.ALWAYS_TYPED_ACTIONS:
                self.type = "string" if self.choices is None else "choice"
            return
        if isinstance(self.type, type):
            self.type = self.type.__name__
        if self.type == "str":
            self.type = "string"
        if self.type not in self.TYPES:
            raise OptionError(f"invalid option type: {self.type!r}", self)
        if self.action not in self.TYPED_ACTIONS:
            raise OptionError(f"must not supply a type for action {self.action!r}", self)

    def _check_choice(self):
        if self.type != "choice":
            if self.choices is not None:
                raise OptionError(f"must not supply choices for type {self.type!r}", self)
        elif self.choices is None:
            raise OptionError("must supply a list of choices for type 'choice'", self)
        elif not isinstance(self.choices, (tuple, list)):
            kind = str(type(self.choices)).split("'")[1]
            raise OptionError(f"choices must be a list of strings ('{kind}' supplied)", self)

    def _check_dest(self):
        if self.dest is None and (self.action in self.STORE_ACTIONS or self.type is not None):
            self.dest = self._long_opts[0][2:].replace("-", "_") if self._long_opts else self._short_opts[0][1]

    def _check_const(self):
        if self.const is not None and self.action not in self.CONST_ACTIONS:
            raise OptionError(f"'const' must not be supplied for action {self.action!r}", self)

    def _check_nargs(self):
        if self.action in self.TYPED_ACTIONS:
            if self.nargs is None:
                self.nargs = 1
        elif self.nargs is not None:
            raise OptionError(f"'nargs' must not be supplied for action {self.action!r}", self)

    def _check_callback(self):
        if self.action != "callback":
            if self.callback is not None:
                raise OptionError(f"callback supplied ({self.callback!r}) for non-callback option", self)
            for name in ("callback_args", "callback_kwargs"):
                if getattr(self, name) is not None:
                    raise OptionError(f"{name} supplied for non-callback option", self)
            return
        if not callable(self.callback):
            raise OptionError(f"callback not callable: {self.callback!r}", self)
        for name, kind in (("callback_args", tuple), ("callback_kwargs", dict)):
            value = getattr(self, name)
            if value is not None and not isinstance(value, kind):
                raise OptionError(f"{name}, if supplied, must be a {kind.__name__}: not {value!r}", self)

    CHECK_METHODS = [_check_action, _check_type, _check_choice, _check_dest, _check_const, _check_nargs, _check_callback]

    def __str__(self):
        return "/".join(self._short_opts + self._long_opts)

    __repr__ = _repr

    def takes_value(self):
        return self.type is not None

    def get_opt_string(self):
        return (self._long_opts or self._short_opts)[0]

    def check_value(self, opt, value):
        checker = self.TYPE_CHECKER.get(self.type)
        return value if checker is None else checker(self, opt, value)

    def convert_value(self, opt, value):
        if value is None:
            return None
        return self.check_value(opt, value) if self.nargs == 1 else tuple(self.check_value(opt, item) for item in value)

    def process(self, opt, value, values, parser):
        """The option was met as `opt`, with its text `value`, a tuple of `nargs` of them, or None."""
        return self.take_action(self.action, self.dest, opt, self.convert_value(opt, value), values, parser)

    def take_action(self, action, dest, opt, value, values, parser):
        match action:
            case "store":
                setattr(values, dest, value)
            case "store_const":
                setattr(values, dest, self.const)
            case "store_true" | "store_false":
                setattr(values, dest, action == "store_true")
            case "append":
                values.ensure_value(dest, []).append(value)
            case "append_const":
                values.ensure_value(dest, []).append(self.const)
            case "count":
                setattr(values, dest, values.ensure_value(dest, 0) + 1)
            case "callback":
                self.callback(self, opt, value, parser, *(self.callback_args or ()), **(self.callback_kwargs or {}))
            case "help":
                parser.print_help()
                parser.exit()
            case "version":
                parser.print_version()
                parser.exit()
            case _:
                raise ValueError(f"unknown action {self.action!r}")
        return 1


make_option = Option


# --- containers

class OptionContainer:
    """Options in the order in which they were added (option_list), found by their strings (_short_opt, _long_opt). A
    group has a list of its own but shares the rest with its parser."""

    def __init__(self, option_class, conflict_handler, description):
        self._create_option_list()
        self.option_class = option_class
        self.set_conflict_handler(conflict_handler)
        self.set_description(description)

    def _create_option_mappings(self):
        self._short_opt, self._long_opt, self.defaults = {}, {}, {}

    def _share_option_mappings(self, parser):
        self._short_opt, self._long_opt, self.defaults = parser._short_opt, parser._long_opt, parser.defaults

    def set_conflict_handler(self, handler):
        if handler not in ("error", "resolve"):
            raise ValueError(f"invalid conflict_resolution value {handler!r}")
        self.conflict_handler = handler

    def set_description(self, description):
        self.description = description

    def get_description(self):
        return self.description

    def destroy(self):
        del self._short_opt, self._long_opt, self.defaults

    def _places(self, option):
        """The option's strings, each with the table that it belongs to."""
        return ([(text, self._short_opt) for text in option._short_opts]
                + [(text, self._long_opt) for text in option._long_opts])

    def _check_conflict(self, option):
        taken = [(text, table) for text, table in self._places(option) if text in table]
        if taken and self.conflict_handler == "error":
            raise OptionConflictError(f"conflicting option string(s): {', '.join(text for text, _table in taken)}", option)
        for text, table in taken:  # the newer option has it now
            older = table.pop(text)
            (older._long_opts if text.startswith("--") else older._short_opts).remove(text)
            if not older._short_opts and not older._long_opts:
                older.container.option_list.remove(older)

    def add_option(self, *args, **kwargs):
        """add_option(option), or the arguments of one"""
        if isinstance(args[0], str):
            option = self.option_class(*args, **kwargs)
        elif len(args) == 1 and not kwargs:
            option, = args
            if not isinstance(option, Option):
                raise TypeError(f"not an Option instance: {option!r}")
        else:
            raise TypeError("invalid arguments")
        self._check_conflict(option)
        self.option_list.append(option)
        option.container = self
        for text, table in self._places(option):
            table[text] = option
        if option.dest is not None:
            if option.default is not NO_DEFAULT:
                self.defaults[option.dest] = option.default
            else:
                self.defaults.setdefault(option.dest, None)
        return option

    def add_options(self, option_list):
        for option in option_list:
            self.add_option(option)

    def get_option(self, opt_str):
        return self._short_opt.get(opt_str) or self._long_opt.get(opt_str)

    def has_option(self, opt_str):
        return opt_str in self._short_opt or opt_str in self._long_opt

    def remove_option(self, opt_str):
        option = self.get_option(opt_str)
        if option is None:
            raise ValueError(f"no such option {opt_str!r}")
        for text, table in self._places(option):
            del table[text]
        option.container.option_list.remove(option)

    def format_option_help(self, formatter):
        return "".join(formatter.format_option(option) for option in self.option_list if option.help is not SUPPRESS_HELP)

    def format_description(self, formatter):
        return formatter.format_description(self.get_description())

    def format_help(self, formatter):
        parts = [self.format_description(formatter)] if self.description else []
        return "\n".join(parts + [self.format_option_help(formatter)])


class OptionGroup(OptionContainer):
    def __init__(self, parser, title, description=None):
        self.parser = parser
        super().__init__(parser.option_class, parser.conflict_handler, description)
        self.title = title

    def _create_option_list(self):
        self.option_list = []
        self._share_option_mappings(self.parser)

    def set_title(self, title):
        self.title = title

    def destroy(self):
        super().destroy()
        del self.option_list

    def format_help(self, formatter):
        heading = formatter.format_heading(self.title)
        formatter.indent()
        text = super().format_help(formatter)
        formatter.dedent()
        return heading + text


class OptionParser(OptionContainer):
    """`usage` and `version` may name the program by %prog. While arguments are parsed, rargs are those that are left,
    largs those that are no options, and values what the options have given: callbacks may change all three."""
    standard_option_list = []

    def __init__(self, usage=None, option_list=None, option_class=Option, version=None, conflict_handler="error",
                 description=None, formatter=None, add_help_option=True, prog=None, epilog=None):
        super().__init__(option_class, conflict_handler, description)
        self.set_usage(usage)
        self.prog, self.version, self.epilog = prog, version, epilog
        self.allow_interspersed_args = self.process_default_values = True
        self.formatter = IndentedHelpFormatter() if formatter is None else formatter
        self.formatter.set_parser(self)
        self._populate_option_list(option_list, add_help=add_help_option)
        self._init_parsing_state()

    def destroy(self):
        """Cut the cycles that run through the parser, which is of no use then."""
        super().destroy()
        for group in self.option_groups:
            group.destroy()
        del self.option_list, self.option_groups, self.formatter

    def _create_option_list(self):
        self.option_list, self.option_groups = [], []
        self._create_option_mappings()

    def _add_help_option(self):
        self.add_option("-h", "--help", action="help", help="show this help message and exit")

    def _add_version_option(self):
        self.add_option("--version", action="version", help="show program's version number and exit")

    def _populate_option_list(self, option_list, add_help=True):
        self.add_options(self.standard_option_list or ())
        self.add_options(option_list or ())
        if self.version:
            self._add_version_option()
        if add_help:
            self._add_help_option()

    def _init_parsing_state(self):
        self.rargs = self.largs = self.values = None

    # what may be set
    def set_usage(self, usage):
        if usage is None:
            usage = "%prog [options]"
        elif usage is SUPPRESS_USAGE:
            usage = None
        elif usage.lower().startswith("usage: "):
            usage = usage[7:]
        self.usage = usage

    def enable_interspersed_args(self):
        self.allow_interspersed_args = True

    def disable_interspersed_args(self):
        """What follows the first argument that is no option is none either."""
        self.allow_interspersed_args = False

    def set_process_default_values(self, process):
        self.process_default_values = process

    def set_default(self, dest, value):
        self.defaults[dest] = value

    def set_defaults(self, **kwargs):
        self.defaults.update(kwargs)

    def _get_all_options(self):
        return self.option_list + [option for group in self.option_groups for option in group.option_list]

    def get_default_values(self):
        defaults = self.defaults
        if self.process_default_values:
            defaults = defaults.copy()
            for option in self._get_all_options():
                value = defaults.get(option.dest)
                if isinstance(value, str):
                    defaults[option.dest] = option.check_value(option.get_opt_string(), value)
        return Values(defaults)

    def add_option_group(self, *args, **kwargs):
        """add_option_group(group), or a title and the other arguments of one"""
        if isinstance(args[0], str):
            group = OptionGroup(self, *args, **kwargs)
        elif len(args) == 1 and not kwargs:
            group, = args
            if not isinstance(group, OptionGroup):
                raise TypeError(f"not an OptionGroup instance: {group!r}")
            if group.parser is not self:
                raise ValueError("invalid OptionGroup (wrong parser)")
        else:
            raise TypeError("invalid arguments")
        self.option_groups.append(group)
        return group

    def get_option_group(self, opt_str):
        option = self.get_option(opt_str)
        return option.container if option and option.container is not self else None

    # parsing
    def _get_args(self, args):
        return sys.argv[1:] if args is None else args[:]

    def parse_args(self, args=None, values=None):
        """(values, arguments that are no options)"""
        self.rargs = rargs = self._get_args(args)
        self.largs = largs = []
        self.values = values = self.get_default_values() if values is None else values
        try:
            self._process_args(largs, rargs, values)
        except (BadOptionError, OptionValueError) as error:
            self.error(str(error))
        return self.check_values(values, largs + rargs)

    def check_values(self, values, args):
        return values, args

    def _process_args(self, largs, rargs, values):
        while rargs:
            arg = rargs[0]
            if arg == "--":
                del rargs[0]
                return
            if arg[:2] == "--":
                self._process_long_opt(rargs, values)
            elif arg[:1] == "-" and len(arg) > 1:
                self._process_short_opts(rargs, values)
            elif self.allow_interspersed_args:
                largs.append(rargs.pop(0))
            else:
                return

    def _match_long_opt(self, opt):
        return _match_abbrev(opt, self._long_opt)

    def _take_value(self, option, opt, rargs):
        wanted = option.nargs
        if len(rargs) < wanted:
            self.error(f"{opt} option requires {wanted} argument{'s' * (wanted != 1)}")
        if wanted == 1:
            return rargs.pop(0)
        taken = tuple(rargs[:wanted])
        del rargs[:wanted]
        return taken

    def _process_long_opt(self, rargs, values):
        opt, given, value = rargs.pop(0).partition("=")
        if given:
            rargs.insert(0, value)
        opt = self._match_long_opt(opt)
        option = self._long_opt[opt]
        if option.takes_value():
            value = self._take_value(option, opt, rargs)
        elif given:
            self.error("%s option does not take a value" % opt)
        else:
            value = None
        option.process(opt, value, values, self)

    def _process_short_opts(self, rargs, values):
        arg = rargs.pop(0)
        for at, letter in enumerate(arg[1:], 2):
            opt = "-" + letter
            option = self._short_opt.get(opt)
            if not option:
                raise BadOptionError(opt)
            if not option.takes_value():
                option.process(opt, None, values, self)
                continue
            if at < len(arg):  # the value follows in the same argument
                rargs.insert(0, arg[at:])
            option.process(opt, self._take_value(option, opt, rargs), values, self)
            break

    # messages
    def get_prog_name(self):
        return os.path.basename(sys.argv[0]) if self.prog is None else self.prog

    def expand_prog_name(self, s):
        return s.replace("%prog", self.get_prog_name())

    def get_description(self):
        return self.expand_prog_name(self.description)

    def exit(self, status=0, msg=None):
        if msg:
            sys.stderr.write(msg)
        sys.exit(status)

    def error(self, msg):
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.get_prog_name()}: error: {msg}\n")

    def get_usage(self):
        return self.formatter.format_usage(self.expand_prog_name(self.usage)) if self.usage else ""

    def print_usage(self, file=None):
        if self.usage:
            print(self.get_usage(), file=file)

    def get_version(self):
        return self.expand_prog_name(self.version) if self.version else ""

    def print_version(self, file=None):
        if self.version:
            print(self.get_version(), file=file)

    def format_option_help(self, formatter=None):
        formatter = formatter or self.formatter
        formatter.store_option_strings(self)
        heading = formatter.format_heading("Options")
        formatter.indent()
        parts = [super().format_option_help(formatter)] if self.option_list else []
        parts += [group.format_help(formatter) for group in self.option_groups]
        formatter.dedent()
        return heading + "\n".join(parts) if parts else ""

    def format_epilog(self, formatter):
        return formatter.format_epilog(self.epilog)

    def format_help(self, formatter=None):
        formatter = formatter or self.formatter
        usage = self.get_usage() + "\n" if self.usage else ""
        description = self.format_description(formatter) + "\n" if self.description else ""
        return usage + description + self.format_option_help(formatter) + self.format_epilog(formatter)

    def print_help(self, file=None):
        (sys.stdout if file is None else file).write(self.format_help())


def _match_abbrev(s, wordmap):
    """The word of the table that `s` is, or is the beginning of."""
    if s in wordmap:
        return s
    found = sorted(word for word in wordmap if word.startswith(s))
    if len(found) == 1:
        return found[0]
    raise AmbiguousOptionError(s, found) if found else BadOptionError(s)
