"""What arguments do: the actions, the values they fill in, and the errors they raise."""
import sys as _sys

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
PARSER = "A..."
REMAINDER = "..."
# Words that a sub-command did not know travel to the outer parser under this name of the namespace.
_UNRECOGNIZED_ARGS_ATTR = "_unrecognized_args"


def display_name(action):
    """What an error message calls an argument, or None."""
    if action is None:
        return None
    if action.option_strings:
        return "/".join(action.option_strings)
    for name in (action.metavar, action.dest):
        if name is not None and name != SUPPRESS:
            return name
    return "{%s}" % ",".join(action.choices) if action.choices else None


class ArgumentError(Exception):
    """An argument that cannot be declared or was used wrongly; its text names the argument."""

    def __init__(self, argument, message):
        self.argument_name, self.message = display_name(argument), message

    def __str__(self):
        prefix = "" if self.argument_name is None else "argument %s: " % self.argument_name
        return prefix + str(self.message)


class ArgumentTypeError(Exception):
    """For functions given as `type=`: its text becomes the error message."""


class _AttributeHolder:
    """An object whose repr is a call that lists its attributes."""

    def __repr__(self):
        plain, odd = list(map(repr, self._get_args())), {}
        for name, value in self._get_kwargs():
            if name.isidentifier():
                plain.append(f"{name}={value!r}")
            else:
                odd[name] = value
        if odd:
            plain.append(f"**{odd!r}")
        return f"{type(self).__name__}({', '.join(plain)})"

    def _get_args(self):
        return []

    def _get_kwargs(self):
        return list(vars(self).items())


class Namespace(_AttributeHolder):
    """Holds the values of a parsed command line as attributes."""

    def __init__(self, **kwargs):
        for item in kwargs.items():
            setattr(self, *item)

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in vars(self)


class Action(_AttributeHolder):
    """One declared argument; called with the words that belong to it when it stands on the command line."""

    _shown = ("option_strings", "dest", "nargs", "const", "default", "type", "choices", "required", "help", "metavar")

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        self.option_strings, self.dest = option_strings, dest
        self.nargs, self.const, self.default = nargs, const, default
        self.type, self.choices, self.required = type, choices, required
        self.help, self.metavar = help, metavar

    def _get_kwargs(self):
        return [(name, getattr(self, name)) for name in self._shown]

    def format_usage(self):
        """How the option stands in the usage."""
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")


class _StoreAction(Action):
    _needs_words = ("nargs for store actions must be != 0; if you have nothing to store, actions such as store true or "
                    "store const may be more appropriate")

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        if nargs == 0:
            raise ValueError(self._needs_words)
        if nargs != OPTIONAL and const is not None:
            raise ValueError("nargs must be %r to supply const" % OPTIONAL)
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _Flag(Action):
    """An argument that takes no words."""

    def __init__(self, option_strings, dest, default=None, required=False, help=None, const=None, metavar=None):
        super().__init__(option_strings, dest, 0, const, default, None, None, required, help, metavar)


class _StoreConstAction(_Flag):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, default, required, help, const, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, True, default, required, help)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, False, default, required, help)


def _collected(namespace, dest):
    """A fresh list (or copy of another container) of what was collected, put in place: a default is never changed."""
    old = getattr(namespace, dest, None)
    if old is None or type(old) is list:
        new = list(old or ())
    else:
        from copy import copy
        new = copy(old)
    setattr(namespace, dest, new)
    return new


class _AppendAction(_StoreAction):
    _needs_words = ("nargs for append actions must be != 0; if arg strings are not supplying the value to append, the "
                    "append const action may be more appropriate")

    def __call__(self, parser, namespace, values, option_string=None):
        _collected(namespace, self.dest).append(values)


class _AppendConstAction(_StoreConstAction):
    def __call__(self, parser, namespace, values, option_string=None):
        _collected(namespace, self.dest).append(self.const)


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        _collected(namespace, self.dest).extend(values)


class _CountAction(_Flag):
    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, default, required, help)

    def __call__(self, parser, namespace, values, option_string=None):
        before = getattr(namespace, self.dest, None)
        setattr(namespace, self.dest, 1 if before is None else before + 1)


class _HelpAction(_Flag):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, default, False, help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(_Flag):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS,
                 help="show program's version number and exit"):
        super().__init__(option_strings, dest, default, False, help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        page = parser._get_formatter()
        page.add_text(parser.version if self.version is None else self.version)
        parser._print_message(page.format_help(), _sys.stdout)
        parser.exit()


class BooleanOptionalAction(Action):
    """A pair of flags, `--name` and `--no-name`."""

    def __init__(self, option_strings, dest, default=None, type=None, choices=None, required=False, help=None,
                 metavar=None):
        both = []
        for flag in option_strings:
            both += (flag, "--no-" + flag[2:]) if flag[:2] == "--" else (flag,)
        super().__init__(both, dest, 0, None, default, type, choices, required, help, metavar)

    def format_usage(self):
        """Both forms of the option."""
        return " | ".join(self.option_strings)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest, option_string[:5] != "--no-")


class _SubParsersAction(Action):
    """Sub-commands: the first word chooses the parser that reads the others."""

    class _ChoicesPseudoAction(Action):
        """A line of the help page for one sub-command."""

        def __init__(self, name, aliases, help):
            shown = f"{name} ({', '.join(aliases)})" if aliases else name
            super().__init__([], name, help=help, metavar=shown)

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix, self._parser_class = prog, parser_class
        self._name_parser_map = {}
        self._choices_actions = []
        super().__init__(option_strings, dest, PARSER, choices=self._name_parser_map, required=required, help=help,
                         metavar=metavar)

    def add_parser(self, name, **kwargs):
        """Declare a sub-command; gives its parser, which takes the keywords of ArgumentParser."""
        aliases = kwargs.pop("aliases", ())
        for kind, word in [("subparser", name), *(("subparser alias", alias) for alias in aliases)]:
            if word in self._name_parser_map:
                raise ArgumentError(self, f"conflicting {kind}: {word}")
        if kwargs.get("prog") is None:
            kwargs["prog"] = f"{self._prog_prefix} {name}"
        if "help" in kwargs:  # without one it does not stand on the help page
            self._choices_actions.append(self._ChoicesPseudoAction(name, aliases, kwargs.pop("help")))
        parser = self._parser_class(**kwargs)
        self._name_parser_map.update(dict.fromkeys((name, *aliases), parser))
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        command, *words = values
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, command)
        chosen = self._name_parser_map.get(command)
        if chosen is None:
            known = ", ".join(self._name_parser_map)
            raise ArgumentError(self, f"unknown parser {command!r} (choices: {known})")
        # It starts from an empty namespace, so that its defaults win over those of the outer parser.
        inner, unknown = chosen.parse_known_args(words, None)
        for item in vars(inner).items():
            setattr(namespace, *item)
        if unknown:
            vars(namespace).setdefault(_UNRECOGNIZED_ARGS_ATTR, []).extend(unknown)


class FileType:
    """For `type=`: opens the file that a word names; `-` is standard input or output."""

    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        self._mode, self._bufsize, self._encoding, self._errors = mode, bufsize, encoding, errors

    def __repr__(self):
        shown = [repr(a) for a in (self._mode, self._bufsize) if a != -1]
        shown += [f"{name}={value!r}" for name, value in (("encoding", self._encoding), ("errors", self._errors))
                  if value is not None]
        return f"FileType({', '.join(shown)})"

    def __call__(self, string):
        if string != "-":
            try:
                return open(string, self._mode, self._bufsize, self._encoding, self._errors)
            except OSError as e:
                raise ArgumentTypeError(f"can't open '{string}': {e}")
        letters = set(self._mode)
        if "r" in letters:
            stream = _sys.stdin
        elif letters & set("wax"):
            stream = _sys.stdout
        else:
            raise ValueError('argument "-" with mode %r' % self._mode)
        return stream.buffer if "b" in letters else stream


# The names that `action=` takes.
ACTIONS = {None: _StoreAction, "store": _StoreAction, "store_const": _StoreConstAction, "store_true": _StoreTrueAction,
           "store_false": _StoreFalseAction, "append": _AppendAction, "append_const": _AppendConstAction,
           "count": _CountAction, "help": _HelpAction, "version": _VersionAction, "parsers": _SubParsersAction,
           "extend": _ExtendAction}

for _class in (ArgumentError, ArgumentTypeError, Namespace, Action, BooleanOptionalAction, FileType, *ACTIONS.values()):
    _class.__module__ = "argparse"
