"""Command-line arguments: a parser is told which there are, then reads them into a namespace and writes help pages."""
import os as _os
import re as _re
import sys as _sys
from _argparse_actions import (ACTIONS as _ACTIONS, Action, ArgumentError, ArgumentTypeError, BooleanOptionalAction,
                               FileType, Namespace, ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE,
                               _AppendAction, _AppendConstAction, _AttributeHolder, _CountAction, _ExtendAction,
                               _HelpAction, _StoreAction, _StoreConstAction, _StoreFalseAction, _StoreTrueAction,
                               _SubParsersAction, _UNRECOGNIZED_ARGS_ATTR, _VersionAction)
from _argparse_help import (ArgumentDefaultsHelpFormatter, HelpFormatter, MetavarTypeHelpFormatter,
                            RawDescriptionHelpFormatter, RawTextHelpFormatter)
from _argparse_line import CommandLine as _CommandLine

__all__ = ["ArgumentParser", "ArgumentError", "ArgumentTypeError", "BooleanOptionalAction", "FileType", "HelpFormatter",
           "ArgumentDefaultsHelpFormatter", "RawDescriptionHelpFormatter", "RawTextHelpFormatter",
           "MetavarTypeHelpFormatter", "Namespace", "Action", "ONE_OR_MORE", "OPTIONAL", "PARSER", "REMAINDER",
           "SUPPRESS", "ZERO_OR_MORE"]

_NEGATIVE_NUMBER = r"-(\d+|\d*\.\d+)\Z"


class _ActionsContainer:
    """What parsers and groups share: a list of arguments and the ways to add to it."""

    # State that a group has in common with the container it was made by.
    _common = ("_registries", "_actions", "_option_string_actions", "_defaults", "_has_negative_number_optionals",
               "_mutually_exclusive_groups")

    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        if conflict_handler not in ("error", "resolve"):
            raise ValueError("invalid conflict_resolution value: %r" % conflict_handler)
        self.description, self.prefix_chars = description, prefix_chars
        self.argument_default, self.conflict_handler = argument_default, conflict_handler
        self._registries = {"action": dict(_ACTIONS)}
        self._actions, self._option_string_actions, self._defaults = [], {}, {}
        self._action_groups, self._mutually_exclusive_groups = [], []
        # Not empty where an option looks like a negative number: then words that do are no longer plain arguments.
        self._has_negative_number_optionals = []

    def register(self, registry_name, value, object):
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default=None):
        return self._registries[registry_name].get(value, default)

    def set_defaults(self, **kwargs):
        """Set the defaults of arguments, or values that no argument sets, by name."""
        self._defaults |= kwargs
        for action in self._actions:
            action.default = kwargs.get(action.dest, action.default)

    def get_default(self, dest):
        for action in self._actions:
            if dest == action.dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    # Declaring arguments.

    def add_argument(self, *args, **kwargs):
        """Add an argument: its option strings or its name, then what it means."""
        named_only = not args or len(args) == 1 and args[0][0] not in self.prefix_chars
        if named_only and args and "dest" in kwargs:
            raise ValueError("dest supplied twice for positional argument")
        wanted = (self._positional if named_only else self._option)(*args, **kwargs)
        if "default" not in wanted:
            default = self._defaults.get(wanted["dest"], self.argument_default)
            if default is not None or wanted["dest"] in self._defaults:
                wanted["default"] = default
        make = self._pop_action_class(wanted)
        if not callable(make):
            raise ValueError('unknown action "%s"' % (make,))
        action = make(**wanted)
        convert = self._registry_get("type", action.type, action.type)
        if not callable(convert):
            raise ValueError("%r is not callable" % (convert,))
        if convert is FileType:
            raise ValueError("%r is a FileType class object, instance of it must be passed" % (convert,))
        if isinstance(self, ArgumentParser):
            try:
                self._get_formatter()._format_args(action, None)
            except TypeError:
                raise ValueError("length of metavar tuple does not match nargs")
        return self._add_action(action)

    def _positional(self, dest, **wanted):
        """The keywords for a positional argument's action."""
        if "required" in wanted:
            raise TypeError("'required' is an invalid argument for positionals")
        nargs = wanted.get("nargs")
        if nargs != OPTIONAL and (nargs != ZERO_OR_MORE or "default" not in wanted):
            wanted["required"] = True
        return {**wanted, "dest": dest, "option_strings": []}

    def _option(self, *flags, dest=None, **wanted):
        """The keywords for an option's action; without a name it takes that of its first long form."""
        prefixes = self.prefix_chars
        for flag in flags:
            if flag[0] not in prefixes:
                raise ValueError(f"invalid option string {flag!r}: must start with a character {prefixes!r}")
        if dest is None:
            long_forms = [flag for flag in flags if len(flag) > 1 and flag[1] in prefixes]
            dest = (long_forms or flags)[0].lstrip(prefixes).replace("-", "_")
            if not dest:
                raise ValueError("dest= is required for options like %r" % flags[-1])
        return {**wanted, "dest": dest, "option_strings": list(flags)}

    def _pop_action_class(self, kwargs, default=None):
        wanted = kwargs.pop("action", default)
        return self._registry_get("action", wanted, wanted)

    def add_argument_group(self, *args, **kwargs):
        """Make a group: arguments that stand together on the help page under a title."""
        self._action_groups.append(_ArgumentGroup(self, *args, **kwargs))
        return self._action_groups[-1]

    def add_mutually_exclusive_group(self, **kwargs):
        """Make a group of arguments of which at most one may be given."""
        self._mutually_exclusive_groups.append(_MutuallyExclusiveGroup(self, **kwargs))
        return self._mutually_exclusive_groups[-1]

    def _add_action(self, action):
        self._settle_conflicts(action)
        action.container = self
        self._actions.append(action)
        self._option_string_actions.update(dict.fromkeys(action.option_strings, action))
        negative = any(_re.match(_NEGATIVE_NUMBER, option) for option in action.option_strings)
        if negative and not self._has_negative_number_optionals:
            self._has_negative_number_optionals.append(True)
        return action

    def _remove_action(self, action):
        self._actions.remove(action)

    def _settle_conflicts(self, action):
        """Refuse options that exist already, or take them away from the actions that had them."""
        taken = [flag for flag in action.option_strings if flag in self._option_string_actions]
        if taken and self.conflict_handler == "error":
            raise ArgumentError(action, f"conflicting option string{'s'[len(taken) < 2:]}: {', '.join(taken)}")
        for flag in taken:
            old = self._option_string_actions.pop(flag)
            old.option_strings.remove(flag)
            if not old.option_strings:
                old.container._remove_action(old)

    def _adopt(self, parent):
        """Take over the arguments of a parent parser; groups of the same title become one."""
        mine = {group.title: group for group in self._action_groups}
        home = {}  # where each action of the parent goes; self for those in no group
        for group in parent._action_groups:
            if group.title not in mine:
                mine[group.title] = self.add_argument_group(title=group.title, description=group.description,
                                                            conflict_handler=group.conflict_handler)
            home.update(dict.fromkeys(group._group_actions, mine[group.title]))
        for group in parent._mutually_exclusive_groups:
            copy = self.add_mutually_exclusive_group(required=group.required)
            home.update(dict.fromkeys(group._group_actions, copy))
        for action in parent._actions:
            home.get(action, self)._add_action(action)


def _warn_of_nesting(what):
    from warnings import warn
    warn(f"Nesting {what} is deprecated.", category=DeprecationWarning, stacklevel=3)


class _ArgumentGroup(_ActionsContainer):
    def __init__(self, container, title=None, description=None, **kwargs):
        for name in ("conflict_handler", "prefix_chars", "argument_default"):
            kwargs.setdefault(name, getattr(container, name))
        super().__init__(description=description, **kwargs)
        vars(self).update((name, getattr(container, name)) for name in self._common)
        self.title = title
        self._group_actions = []

    def add_argument_group(self, *args, **kwargs):
        _warn_of_nesting("argument groups")
        return super().add_argument_group(*args, **kwargs)

    def _add_action(self, action):
        self._group_actions.append(super()._add_action(action))
        return action

    def _remove_action(self, action):
        super()._remove_action(action)
        self._group_actions.remove(action)


class _MutuallyExclusiveGroup(_ArgumentGroup):
    """Its arguments belong to the container as well, which shows them."""

    def __init__(self, container, required=False):
        super().__init__(container)
        self._container, self.required = container, required

    def add_mutually_exclusive_group(self, *args, **kwargs):
        _warn_of_nesting("mutually exclusive groups")
        return super().add_mutually_exclusive_group(*args, **kwargs)

    def _add_action(self, action):
        if action.required:
            raise ValueError("mutually exclusive arguments must be optional")
        self._group_actions.append(self._container._add_action(action))
        return action

    def _remove_action(self, action):
        self._container._remove_action(action)
        self._group_actions.remove(action)


class ArgumentParser(_AttributeHolder, _ActionsContainer):
    """Reads command lines; an error prints the usage and ends the program with status 2."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[],
                 formatter_class=HelpFormatter, prefix_chars="-", fromfile_prefix_chars=None, argument_default=None,
                 conflict_handler="error", add_help=True, allow_abbrev=True, exit_on_error=True):
        _ActionsContainer.__init__(self, description, prefix_chars, argument_default, conflict_handler)
        self.prog = _os.path.basename(_sys.argv[0]) if prog is None else prog
        self.usage, self.epilog, self.formatter_class = usage, epilog, formatter_class
        self.fromfile_prefix_chars, self.add_help = fromfile_prefix_chars, add_help
        self.allow_abbrev, self.exit_on_error = allow_abbrev, exit_on_error
        self._positionals = self.add_argument_group("positional arguments")
        self._optionals = self.add_argument_group("options")
        self._subparsers = None  # the group that sub-commands stand in
        self.register("type", None, lambda string: string)
        if add_help:
            prefix = "-" if "-" in prefix_chars else prefix_chars[0]
            self.add_argument(prefix + "h", 2 * prefix + "help", action="help", default=SUPPRESS,
                              help="show this help message and exit")
        for parent in parents:
            self._adopt(parent)
            self._defaults |= parent._defaults

    def _get_kwargs(self):
        shown = ("prog", "usage", "description", "formatter_class", "conflict_handler", "add_help")
        return [(name, getattr(self, name)) for name in shown]

    def add_subparsers(self, **kwargs):
        """Begin sub-commands; add_parser() of the result declares one."""
        if self._subparsers is not None:
            self.error("cannot have multiple subparser arguments")
        self._subparsers = self._positionals
        if not kwargs.keys().isdisjoint(("title", "description")):
            title, description = kwargs.pop("title", "subcommands"), kwargs.pop("description", None)
            self._subparsers = self.add_argument_group(title, description)
        if kwargs.get("prog") is None:  # what stands before the sub-command
            page = self._get_formatter()
            page.add_usage(self.usage, self._get_positional_actions(), self._mutually_exclusive_groups, "")
            kwargs["prog"] = page.format_help().strip()
        kwargs.setdefault("parser_class", type(self))
        make = self._pop_action_class(kwargs, "parsers")
        return self._subparsers._add_action(make(option_strings=[], **kwargs))

    def _add_action(self, action):
        (self._optionals if action.option_strings else self._positionals)._add_action(action)
        return action

    def _get_optional_actions(self):
        return [action for action in self._actions if action.option_strings]

    def _get_positional_actions(self):
        return [action for action in self._actions if not action.option_strings]

    # Reading.

    def parse_args(self, args=None, namespace=None):
        """The values of the arguments, as attributes of a namespace."""
        return self._refuse_unknown(*self.parse_known_args(args, namespace))

    def parse_known_args(self, args=None, namespace=None):
        """The values, and a list of the words that no argument takes."""
        namespace, words = self._begin(args, namespace, self._actions)
        return self._guard(self._parse_known_args, words, namespace)

    def parse_intermixed_args(self, args=None, namespace=None):
        """As parse_args, but options may stand between the words of one positional argument."""
        return self._refuse_unknown(*self.parse_known_intermixed_args(args, namespace))

    def parse_known_intermixed_args(self, args=None, namespace=None):
        """parse_intermixed_args() that gives unknown arguments back."""
        positionals = self._get_positional_actions()
        for action in positionals:
            if action.nargs in (PARSER, REMAINDER):
                raise TypeError("parse_intermixed_args: positional arg with nargs=%s" % action.nargs)
            if any(action in group._group_actions for group in self._mutually_exclusive_groups):
                raise TypeError("parse_intermixed_args: positional in mutuallyExclusiveGroup")
        # Options first, as if there were no positional arguments; these then share the words that are left.
        options = self._get_optional_actions()
        namespace, words = self._begin(args, namespace, options)
        namespace, words = self._guard(self._parse_known_args, words, namespace, options, [])
        self._begin(words, namespace, self._actions)
        return self._guard(self._parse_known_args, words, namespace, positionals, positionals, ())

    def _refuse_unknown(self, namespace, words):
        if words:
            self.error("unrecognized arguments: " + " ".join(words))
        return namespace

    def _begin(self, args, namespace, actions):
        """The words, and the namespace with the defaults that it has no value for yet."""
        namespace = Namespace() if namespace is None else namespace
        defaults = {}
        for action in actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS:
                defaults.setdefault(action.dest, action.default)
        for values in defaults, self._defaults:  # attributes stand in the namespace in this order
            for name, value in values.items():
                if not hasattr(namespace, name):
                    setattr(namespace, name, value)
        return namespace, list(_sys.argv[1:] if args is None else args)

    def _guard(self, parse, *args):
        try:
            namespace, words = parse(*args)
        except ArgumentError as e:
            if not self.exit_on_error:
                raise
            self.error(str(e))
        words += vars(namespace).pop(_UNRECOGNIZED_ARGS_ATTR, ())
        return namespace, words

    def _parse_known_args(self, arg_strings, namespace, actions=None, positionals=None, groups=None):
        """Read words; by default for all arguments of this parser."""
        if self.fromfile_prefix_chars is not None:
            arg_strings = self._read_args_from_files(arg_strings)
        line = _CommandLine(self, arg_strings, namespace, self._actions if actions is None else actions,
                            self._get_positional_actions() if positionals is None else positionals)
        unknown = line.read()
        line.finish(self._mutually_exclusive_groups if groups is None else groups)
        return namespace, unknown

    def _read_args_from_files(self, arg_strings):
        """The words, with those that name a file replaced by what its lines hold."""
        words = []
        for word in arg_strings:
            if not word or word[0] not in self.fromfile_prefix_chars:
                words.append(word)
                continue
            try:
                with open(word[1:]) as file:
                    lines = file.read().splitlines()
                words += self._read_args_from_files([w for line in lines for w in self.convert_arg_line_to_args(line)])
            except OSError as e:
                self.error(str(e))
        return words

    def convert_arg_line_to_args(self, arg_line):
        """The arguments in a line of a file of arguments."""
        return [arg_line]

    def _parse_optional(self, word):
        """(action or None, option as declared, value joined to it or None), or None for a plain argument."""
        known = self._option_string_actions
        if not word or word[0] not in self.prefix_chars:
            return None
        if word in known:
            return known[word], word, None
        if len(word) == 1:
            return None
        flag, joined, value = word.partition("=")
        if joined and flag in known:
            return known[flag], flag, value
        matches = self._get_option_tuples(word)
        if len(matches) > 1:
            self.error(f"ambiguous option: {word} could match {', '.join(match[1] for match in matches)}")
        if matches:
            return matches[0]
        if " " in word or _re.match(_NEGATIVE_NUMBER, word) and not self._has_negative_number_optionals:
            return None
        return None, word, None

    def _get_option_tuples(self, word):
        """What `word` may be short for: long options that it begins, or a short one with its value behind it."""
        known = self._option_string_actions
        if word[1] in self.prefix_chars:
            start, joined, value = word.partition("=")
            value = value if joined else None
            return [(known[flag], flag, value) for flag in known if self.allow_abbrev and flag.startswith(start)]
        return [(known[flag], flag, word[2:] if flag == word[:2] else None) for flag in known
                if flag == word[:2] or flag.startswith(word)]

    # From words to values.

    def _get_values(self, action, arg_strings):
        nargs = action.nargs
        if nargs not in (PARSER, REMAINDER) and "--" in arg_strings:
            arg_strings.remove("--")
        if nargs == SUPPRESS:
            return SUPPRESS
        if not arg_strings and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._get_value(action, value)
                self._check_value(action, value)
            return value
        if not arg_strings and nargs == ZERO_OR_MORE and not action.option_strings and action.default is not None:
            self._check_value(action, action.default)
            return action.default
        values = [self._get_value(action, word) for word in arg_strings]
        limited = {PARSER: values[:1], REMAINDER: []}
        for value in limited.get(nargs, values):
            self._check_value(action, value)
        return values[0] if len(values) == 1 and nargs in (None, OPTIONAL) else values

    def _get_value(self, action, arg_string):
        convert = self._registry_get("type", action.type, action.type)
        if not callable(convert):
            raise ArgumentError(action, "%r is not callable" % convert)
        try:
            return convert(arg_string)
        except ArgumentTypeError as e:
            raise ArgumentError(action, str(e))
        except (TypeError, ValueError):
            kind = getattr(action.type, "__name__", repr(action.type))
            raise ArgumentError(action, f"invalid {kind} value: {arg_string!r}")

    def _check_value(self, action, value):
        choices = action.choices
        if choices is not None and value not in choices:
            raise ArgumentError(action, f"invalid choice: {value!r} (choose from {', '.join(map(repr, choices))})")

    # Printing.

    def format_usage(self):
        """The line of usage."""
        return self._usage_page().format_help()

    def format_help(self):
        """The whole help."""
        page = self._usage_page()
        page.add_text(self.description)
        for group in self._action_groups:
            page.start_section(group.title)
            page.add_text(group.description)
            page.add_arguments(group._group_actions)
            page.end_section()
        page.add_text(self.epilog)
        return page.format_help()

    def _usage_page(self):
        page = self._get_formatter()
        page.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return page

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def print_usage(self, file=None):
        """Print the line of usage."""
        self._print_message(self.format_usage(), file or _sys.stdout)

    def print_help(self, file=None):
        """Print the whole help."""
        self._print_message(self.format_help(), file or _sys.stdout)

    def _print_message(self, message, file=None):
        if message:
            (file or _sys.stderr).write(message)

    def exit(self, status=0, message=None):
        """End the program, after a message if there is one."""
        self._print_message(message, _sys.stderr)
        _sys.exit(status)

    def error(self, message):
        """Print the usage and the message, and end the program with status 2; a subclass may raise instead."""
        self.print_usage(_sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}\n")
