"""Warnings: telling of them, filters that say what becomes of them, and keeping them for a while.

A filter is a tuple (action, message, category, module, line); message and module are patterns or None. Modules remember in
their __warningregistry__ what was told, until filters change.
"""
import sys

__all__ = ["warn", "warn_explicit", "showwarning", "formatwarning", "filterwarnings", "simplefilter", "resetwarnings",
           "catch_warnings"]

_ACTIONS = ("default", "always", "ignore", "module", "once", "error")
filters = [("default", None, DeprecationWarning, "__main__", 0),
           *[("ignore", None, category, None, 0)
             for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)]]
defaultaction = "default"
onceregistry = {}
_version = 1  # of the filters; registries of another one are out of date


class WarningMessage:
    """One warning, as catch_warnings(record=True) keeps it."""
    _WARNING_DETAILS = ("message", "category", "filename", "lineno", "file", "line", "source")

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        for name, value in zip(self._WARNING_DETAILS, (message, category, filename, lineno, file, line, source)):
            setattr(self, name, value)
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return (f"{{message : {self.message!r}, category : {self._category_name!r}, filename : {self.filename!r}, "
                f"lineno : {self.lineno}, line : {self.line!r}}}")


# -- Showing. Programs may replace showwarning() and formatwarning(); what they replace is not called then.


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Write a warning to a file, by default to sys.stderr."""
    _showwarnmsg_impl(WarningMessage(message, category, filename, lineno, file, line))


def formatwarning(message, category, filename, lineno, line=None):
    """The text of a warning, with the line that it is about."""
    return _formatwarnmsg_impl(WarningMessage(message, category, filename, lineno, None, line))


_showwarning_orig, _formatwarning_orig = showwarning, formatwarning


def _showwarnmsg(msg):
    if showwarning is _showwarning_orig:
        _showwarnmsg_impl(msg)
    elif callable(showwarning):
        showwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.file, msg.line)
    else:
        raise TypeError("warnings.showwarning() must be set to a function or method")


def _formatwarnmsg(msg):
    if formatwarning is _formatwarning_orig:
        return _formatwarnmsg_impl(msg)
    return formatwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.line)


def _showwarnmsg_impl(msg):
    file = sys.stderr if msg.file is None else msg.file
    if file is not None:
        try:
            file.write(_formatwarnmsg(msg))
        except OSError:  # nobody can be told
            pass


def _formatwarnmsg_impl(msg):
    line = _source_line(msg.filename, msg.lineno) if msg.line is None else msg.line
    shown = f"  {line.strip()}\n" if line else ""
    if msg.source is not None:
        shown += f"{msg.category.__name__}: Enable tracemalloc to get the object allocation traceback\n"
    return f"{msg.filename}:{msg.lineno}: {msg.category.__name__}: {msg.message}\n{shown}"


def _source_line(filename, lineno):
    try:
        from linecache import getline
        return getline(filename, lineno)
    except Exception:
        return None


# -- Filters


def _check_action(action):
    if action not in _ACTIONS:
        raise AssertionError(f"invalid action: {action!r}")


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    """Add a filter, before the others unless it is to be appended. message and module are regular expressions for the
    beginning of the text, in letters of any case, and of the module's name."""
    _check_action(action)
    if message or module:
        import re
        message = re.compile(message, re.I) if message else None
        module = re.compile(module) if module else None
    _add_filter(action, message or None, category, module or None, lineno, append=append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    """Add a filter for all messages and modules."""
    _check_action(action)
    _add_filter(action, None, category, None, lineno, append=append)


def _add_filter(*item, append):
    if not append:
        filters[:] = [item] + [other for other in filters if other != item]
    elif item not in filters:
        filters.append(item)
    _filters_mutated()


def resetwarnings():
    """Remove all filters."""
    filters.clear()
    _filters_mutated()


def _filters_mutated():
    global _version
    _version += 1


def _process_options(options):
    """Add the filters of the option -W: action:message:category:module:line, of which any may be left out."""
    for option in options:
        try:
            _process_option(option)
        except ValueError as e:
            print("Invalid -W option ignored:", e, file=sys.stderr)


def _process_option(option):
    parts = [part.strip() for part in option.split(":")]
    if len(parts) > 5:
        raise ValueError(f"too many fields (max 5): {option!r}")
    action, message, category, module, lineno = parts + [""] * (5 - len(parts))
    # An action may be shortened.
    wanted = {"": "default", "all": "always"}.get(action, action)
    known = next((full for full in _ACTIONS if full.startswith(wanted)), None)
    if known is None:
        raise ValueError(f"invalid action: {action!r}")
    home, _, name = (category or "Warning").rpartition(".")
    try:
        kind = getattr(__import__(home or "builtins", None, None, [name]), name)
    except ImportError:
        raise ValueError(f"invalid module name: {home!r}") from None
    except AttributeError:
        raise ValueError(f"unknown warning category: {category!r}") from None
    if not issubclass(kind, Warning):
        raise ValueError(f"invalid warning category: {category!r}")
    if lineno and not lineno.isdecimal():
        raise ValueError(f"invalid lineno {lineno!r}")
    if message or module:
        import re
        message, module = re.escape(message), module and re.escape(module) + r"\Z"
    filterwarnings(known, message, kind, module, int(lineno or 0))


# -- Telling


def warn(message, category=None, stacklevel=1, source=None):
    """Tell of something that is wrong with the caller, or with who called it so many levels further up."""
    if isinstance(message, Warning):
        category = type(message)
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    frame = sys._getframe(1)
    while stacklevel > 1 and frame is not None:
        frame, stacklevel = frame.f_back, stacklevel - 1
    if frame is None:
        names, filename, lineno = vars(sys), "sys", 1
    else:
        names, filename, lineno = frame.f_globals, frame.f_code.co_filename, frame.f_lineno
    registry = names.setdefault("__warningregistry__", {})
    warn_explicit(message, category, filename, lineno, names.get("__name__", "<string>"), registry, names, source)


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    """Tell of something that is wrong at a place. The registry is that of the module."""
    lineno = int(lineno)
    if module is None:
        module = filename or "<unknown>"
        module = module[:-3] if module[-3:].lower() == ".py" else module
    registry = {} if registry is None else registry
    if registry.get("version", 0) != _version:
        registry.clear()
        registry["version"] = _version
    if isinstance(message, Warning):
        text, category = str(message), type(message)
    else:
        text, message = message, category(message)
    place = (text, category, lineno)
    if registry.get(place):
        return
    action = _action_for(text, category, module, lineno)
    if action == "ignore":
        return
    if action == "error":
        raise message
    if action != "always":
        registry[place] = 1
        # "default" tells once for each place, the others once for a module and once at all.
        if action == "once":
            told, once = onceregistry, (text, category)
        elif action == "module":
            told, once = registry, (text, category, 0)
        elif action == "default":
            told, once = {}, None
        else:
            raise RuntimeError(f"Unrecognized action ({action!r}) in warnings.filters:\n {filters}")
        if told.get(once):
            return
        told[once] = 1
    _showwarnmsg(WarningMessage(message, category, filename, lineno, source=source))


def _warn_unawaited_coroutine(coro):
    """Tell of a coroutine that ends without having been awaited."""
    text = f"coroutine '{coro.__qualname__}' was never awaited"
    if coro.cr_origin is not None:
        from traceback import FrameSummary, format_list
        places = [FrameSummary(*place) for place in reversed(coro.cr_origin)]
        text += "\nCoroutine created at (most recent call last)\n" + "".join(format_list(places)).rstrip("\n")
    warn(text, RuntimeWarning, stacklevel=2, source=coro)


def _matches(pattern, text, whole):
    if pattern is None:
        return True
    if hasattr(pattern, "match"):
        return pattern.match(text)
    return text == pattern if whole else text.startswith(pattern)


def _action_for(text, category, module, lineno):
    """The action of the first filter that fits."""
    for action, message, kind, of_module, line in filters:
        if (line in (0, lineno) and issubclass(category, kind) and _matches(message, text, False)
                and _matches(of_module, module, True)):
            return action
    return defaultaction


class catch_warnings:
    """Keeps filters and the way of showing warnings for a with statement, which may change them; with record=True they
    are not shown, and the statement gets the list of them."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._module = sys.modules["warnings"] if module is None else module
        self._filter = None if action is None else (action, category, lineno, append)
        self._kept = None  # while it is entered

    def __repr__(self):
        shown = ["record=True"] if self._record else []
        if self._module is not sys.modules["warnings"]:
            shown.append(f"module={self._module!r}")
        return f"{type(self).__name__}({', '.join(shown)})"

    def __enter__(self):
        if self._kept is not None:
            raise RuntimeError(f"Cannot enter {self!r} twice")
        module = self._module
        self._kept = {name: getattr(module, name) for name in ("filters", "showwarning", "_showwarnmsg_impl")}
        module.filters = list(module.filters)
        module._filters_mutated()
        if self._filter is not None:
            simplefilter(*self._filter)
        if not self._record:
            return None
        log = []
        module._showwarnmsg_impl, module.showwarning = log.append, module._showwarning_orig
        return log

    def __exit__(self, *exc_info):
        if not self._kept:
            raise RuntimeError(f"Cannot exit {self!r} without entering first")
        for name, value in self._kept.items():
            setattr(self._module, name, value)
        self._kept = {}  # entered and left: not to be entered again
        self._module._filters_mutated()


_process_options(sys.warnoptions)
