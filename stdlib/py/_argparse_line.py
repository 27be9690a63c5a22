"""Reads one command line: which words belong to which argument, and what each argument makes of them.

Every word is marked first: ARGUMENT, OPTION (it looks like one) or DASHES (the first `--`; all after it are arguments).
Options are then taken in order, and before each the positional arguments share the words that stand before it: each
takes as many as it may, but leaves enough for those after it.
"""
from _argparse_actions import (ArgumentError, ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE,
                               display_name)

ARGUMENT, OPTION, DASHES = "A", "O", "-"

_UNBOUNDED = float("inf")
# nargs: the fewest and the most words, and whether words that look like options count too.
_DEMANDS = {None: (1, 1, False), OPTIONAL: (0, 1, False), ZERO_OR_MORE: (0, _UNBOUNDED, False),
            ONE_OR_MORE: (1, _UNBOUNDED, False), REMAINDER: (0, _UNBOUNDED, True), PARSER: (1, _UNBOUNDED, True),
            SUPPRESS: (0, 0, False)}


def _demand(action):
    nargs = action.nargs
    return _DEMANDS[nargs] if nargs in _DEMANDS else (nargs, nargs, False)


def share(marks, actions, start=0):
    """How many of the marked words from `start` on each action takes, or None where they are too few."""
    if not actions:
        return []
    least, most, anything = _demand(actions[0])
    at, ends = start, []  # ends[n]: where it stops after n words; dashes next to them go with them
    while True:
        if at < len(marks) and marks[at] == DASHES:
            at += 1
        ends.append(at)
        taken = len(ends) - 1
        if taken == most or at == len(marks):
            break
        if marks[at] != ARGUMENT and not (anything and taken >= least):
            break
        at += 1
    for end in reversed(ends[least:]):
        rest = share(marks, actions[1:], end)
        if rest is not None:
            return [end - start, *rest]
    return None


def _option_share(action, marks):
    """How many words an option takes; `--` ends them."""
    counts = share(marks[:marks.index(DASHES)] if DASHES in marks else marks, [action])
    if counts is not None:
        return counts[0]
    wanted = {None: "one argument", OPTIONAL: "at most one argument", ONE_OR_MORE: "at least one argument"}
    number = action.nargs
    raise ArgumentError(action, "expected " + (wanted.get(number) or f"{number} argument{'s' * (number != 1)}"))


class CommandLine:
    """The state of reading `words` for `parser` into `namespace`.

    `positionals` are the positional arguments that may take words, `actions` those whose absence counts.
    """

    def __init__(self, parser, words, namespace, actions, positionals):
        self.parser, self.words, self.namespace, self.actions = parser, words, namespace, actions
        self.waiting = positionals
        self.at = 0
        self.unknown = []
        self.seen, self.given = set(), set()  # given: with a value that is not the default
        self.rivals = {}
        for group in parser._mutually_exclusive_groups:
            for action in group._group_actions:
                others = [other for other in group._group_actions if other is not action]
                self.rivals.setdefault(action, []).extend(others)
        self.options = {}  # position: (action or None, the option as declared, the value joined to it or None)
        end = words.index("--") if "--" in words else len(words)
        for at in range(end):
            found = parser._parse_optional(words[at])
            if found is not None:
                self.options[at] = found
        self.marks = [OPTION if at in self.options else ARGUMENT for at in range(len(words))]
        self.marks[end:end + 1] = [DASHES] * (end < len(words))

    def read(self):
        """Take every word; returns those that nothing wanted."""
        for at in self.options:
            while self.at < at and self._take_positionals():
                pass
            if self.at <= at:  # else an argument before it took it as a plain word
                self.unknown += self.words[self.at:at]
                self.at = at
                self._take_option(*self.options[at])
        self._take_positionals()
        self.unknown += self.words[self.at:]
        return self.unknown

    def _take_positionals(self):
        """Give words to as many of the waiting arguments as can be served; true if any word was taken."""
        start, marks = self.at, self.marks[self.at:]
        for number in range(len(self.waiting), 0, -1):
            counts = share(marks, self.waiting[:number])
            if counts is not None:
                break
        else:
            return False
        served, self.waiting = self.waiting[:number], self.waiting[number:]
        for action, count in zip(served, counts):
            words = self.words[self.at:self.at + count]
            self.at += count
            self._perform(action, words)
        return self.at > start

    def _take_option(self, action, flag, value):
        if action is None:
            self.unknown.append(self.words[self.at])
            self.at += 1
            return
        steps = []  # performed only when the whole word is understood
        while value is not None:
            count = _option_share(action, ARGUMENT)
            if count == 1:
                steps.append((action, [value], flag))
                break
            # A flag without words: what follows a single dash may be more flags, as in -xvf.
            bundled = flag[0] + value[:1]
            known = self.parser._option_string_actions
            if count or flag[1] in self.parser.prefix_chars or not value or bundled not in known:
                raise ArgumentError(action, "ignored explicit argument %r" % value)
            steps.append((action, [], flag))
            action, flag, value = known[bundled], bundled, value[1:] or None
        self.at += 1
        if value is None:
            end = self.at + _option_share(action, self.marks[self.at:])
            steps.append((action, self.words[self.at:end], flag))
            self.at = end
        for step in steps:
            self._perform(*step)

    def _perform(self, action, words, flag=None):
        self.seen.add(action)
        value = self.parser._get_values(action, words)
        if value is not action.default:
            self.given.add(action)
            for rival in self.rivals.get(action, ()):
                if rival in self.given:
                    raise ArgumentError(action, "not allowed with argument %s" % display_name(rival))
        if value is not SUPPRESS:
            action(self.parser, self.namespace, value, flag)

    def finish(self, groups):
        """Convert defaults that are text, and complain about what is required and absent."""
        absent = []
        for action in self.actions:
            if action in self.seen:
                continue
            default = action.default
            if action.required:
                absent.append(display_name(action))
            elif isinstance(default, str) and getattr(self.namespace, action.dest, None) is default:
                setattr(self.namespace, action.dest, self.parser._get_value(action, default))
        if absent:
            self.parser.error("the following arguments are required: " + ", ".join(absent))
        for group in groups:
            if group.required and self.given.isdisjoint(group._group_actions):
                names = [display_name(action) for action in group._group_actions if action.help is not SUPPRESS]
                self.parser.error("one of the arguments %s is required" % " ".join(names))
