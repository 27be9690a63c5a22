"""Files of sections with options."""
import functools
import os
import re
import sys
from _collections_abc import MutableMapping

__all__ = ["NoSectionError", "DuplicateOptionError", "DuplicateSectionError", "NoOptionError", "InterpolationError",
           "InterpolationDepthError", "InterpolationMissingOptionError", "InterpolationSyntaxError", "ParsingError",
           "MissingSectionHeaderError", "ConfigParser", "SafeConfigParser", "RawConfigParser", "Interpolation",
           "BasicInterpolation", "ExtendedInterpolation", "LegacyInterpolation", "SectionProxy", "ConverterMapping",
           "DEFAULTSECT", "MAX_INTERPOLATION_DEPTH"]

DEFAULTSECT = "DEFAULT"
MAX_INTERPOLATION_DEPTH = 10
_UNSET = object()


_default_dict = dict


class Error(Exception):
    """Base class of the errors here; `message` is the text."""

    def __init__(self, msg="", /, *args, **fields):
        # A subclass passes what pickle makes it of again, and the attributes it has.
        super().__init__(*(args or (msg,)))
        self.message = msg
        vars(self).update(fields)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    """There is no section of that name."""

    def __init__(self, section):
        super().__init__(f"No section: {section!r}", section, section=section)


def _already(source, lineno, kind, rest):
    """The text for what stands twice: where it was read, if it was."""
    if source is None:
        return f"{kind.capitalize()} {rest} already exists"
    line = "" if lineno is None else f" [line {lineno:2d}]"
    return f"While reading from {source!r}{line}: {kind} {rest} already exists"


class DuplicateSectionError(Error):
    """A section stands twice in one source, or is added twice."""

    def __init__(self, section, source=None, lineno=None):
        super().__init__(_already(source, lineno, "section", repr(section)), section, source, lineno,
                         section=section, source=source, lineno=lineno)


class DuplicateOptionError(Error):
    """An option stands twice in a section of one source."""

    def __init__(self, section, option, source=None, lineno=None):
        super().__init__(_already(source, lineno, "option", f"{option!r} in section {section!r}"), section, option, source,
                         lineno, section=section, option=option, source=source, lineno=lineno)


class NoOptionError(Error):
    """There is no option of that name in the section."""

    def __init__(self, option, section):
        super().__init__(f"No option {option!r} in section: {section!r}", option, section, option=option, section=section)


class InterpolationError(Error):
    """Base class of the errors in values that refer to others."""

    def __init__(self, option, section, msg, *args, **fields):
        super().__init__(msg, *(args or (option, section, msg)), option=option, section=section, **fields)


class InterpolationMissingOptionError(InterpolationError):
    """A value refers to an option that does not exist."""

    def __init__(self, option, section, rawval, reference):
        super().__init__(option, section, f"Bad value substitution: option {option!r} in section {section!r} contains an "
                         f"interpolation key {reference!r} which is not a valid option name. Raw value: {rawval!r}",
                         option, section, rawval, reference, reference=reference)


class InterpolationSyntaxError(InterpolationError):
    """A reference is not well formed."""


class InterpolationDepthError(InterpolationError):
    """Values refer to others too many times one after the other."""

    def __init__(self, option, section, rawval):
        super().__init__(option, section, f"Recursion limit exceeded in value substitution: option {option!r} in section "
                         f"{section!r} contains an interpolation key which cannot be substituted in "
                         f"{MAX_INTERPOLATION_DEPTH} steps. Raw value: {rawval!r}", option, section, rawval)


class ParsingError(Error):
    """Lines that are no options; `errors` has pairs (number, line)."""

    def __init__(self, source=None, filename=None):
        if source and filename:
            raise ValueError("Cannot specify both `filename' and `source'. Use `source'.")
        if not (source or filename):
            raise ValueError("Required argument `source' not given.")
        source = source or filename
        super().__init__(f"Source contains parsing errors: {source!r}", source, source=source, errors=[])

    def _old_name(self):
        from warnings import warn
        warn("The 'filename' attribute will be removed in Python 3.12. Use 'source' instead.", DeprecationWarning, stacklevel=3)

    @property
    def filename(self):
        """Old name of `source`."""
        self._old_name()
        return self.source

    @filename.setter
    def filename(self, value):
        self._old_name()
        self.source = value

    def append(self, lineno, line):
        """Add a line that cannot be read."""
        self.errors.append((lineno, line))
        self.message += f"\n\t[line {lineno:2d}]: {line}"


class MissingSectionHeaderError(ParsingError):
    """An option stands before the first section."""

    def __init__(self, filename, lineno, line):
        Error.__init__(self, f"File contains no section headers.\nfile: {filename!r}, line: {lineno}\n{line!r}", filename,
                       lineno, line, source=filename, lineno=lineno, line=line)


class Interpolation:
    """No interpolation."""

    def before_get(self, parser, section, option, value, defaults):
        """A value as it is to be read."""
        return value

    def before_set(self, parser, section, option, value):
        """A value as it is to be stored."""
        return value

    def before_read(self, parser, section, option, value):
        """A value as it stands in a file."""
        return value

    def before_write(self, parser, section, option, value):
        """A value as it is to be written."""
        return value


class _References(Interpolation):
    """Values refer to other options: a mark, an opening bracket, a name. The mark twice is the mark itself."""
    _mark = _opening = ""
    _reference = None  # matches a whole reference; its group is the name

    def before_get(self, parser, section, option, value, defaults):
        return self._expand(parser, section, option, value, defaults, 1)

    def before_set(self, parser, section, option, value):
        rest = self._reference.sub("", value.replace(self._mark * 2, ""))
        if self._mark in rest:
            raise ValueError("invalid interpolation syntax in %r at position %d" % (value, rest.find(self._mark)))
        return value

    def _find(self, parser, section, option, name, names, rest):
        """The option that `name` means: (its section, its name, its value, the names that its own value may use).
        `rest` is the text behind the reference, for messages."""
        raise NotImplementedError

    def _expand(self, parser, section, option, text, names, depth):
        raw = parser.get(section, option, raw=True, fallback=text)  # for messages
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        done = []
        at = 0
        while (mark := text.find(self._mark, at)) >= 0:
            done.append(text[at:mark])
            follows = text[mark + 1:mark + 2]
            if follows == self._mark:
                done.append(self._mark)
                at = mark + 2
                continue
            if follows != self._opening:
                raise InterpolationSyntaxError(option, section, "'%s' must be followed by '%s' or '%s', found: %r" % (
                    self._mark, self._mark, self._opening, text[mark:]))
            found = self._reference.match(text, mark)
            if found is None:
                raise InterpolationSyntaxError(option, section, "bad interpolation variable reference %r" % text[mark:])
            at = found.end()
            try:
                where, which, value, known = self._find(parser, section, option, found[1], names, text[at:])
            except (KeyError, NoSectionError, NoOptionError):
                raise InterpolationMissingOptionError(option, section, raw, self._shown(parser, found[1])) from None
            done.append(self._expand(parser, where, which, value, known, depth + 1) if self._mark in value else value)
        done.append(text[at:])
        return "".join(done)

    def _shown(self, parser, name):
        return name


class BasicInterpolation(_References):
    """%(name)s stands for another option of the section."""
    _mark, _opening = "%", "("
    _reference = re.compile(r"%\(([^)]+)\)s")

    def _find(self, parser, section, option, name, names, rest):
        return section, option, names[parser.optionxform(name)], names

    def _shown(self, parser, name):
        return parser.optionxform(name)


class ExtendedInterpolation(_References):
    """${name} and ${section:name} stand for other options."""
    _mark, _opening = "$", "{"
    _reference = re.compile(r"\$\{([^}]+)\}")

    def _find(self, parser, section, option, name, names, rest):
        if name.count(":") > 1:
            raise InterpolationSyntaxError(option, section, "More than one ':' found: %r" % rest)
        head, colon, tail = name.rpartition(":")
        which = parser.optionxform(tail)
        where = head if colon else section
        value = parser.get(where, which, raw=True) if colon else names[which]
        return where, which, value, dict(parser.items(where, raw=True)) if self._mark in value else names


class LegacyInterpolation(Interpolation):
    """The references of old versions, by the operator % of text."""

    _reference = re.compile(r"%\(([^)]*)\)s|.")

    def __init__(self, *args, **kwargs):
        from warnings import warn
        warn("LegacyInterpolation has been deprecated since Python 3.2 and will be removed from the configparser module in "
             "Python 3.13. Use BasicInterpolation or ExtendedInterpolation instead.", DeprecationWarning, stacklevel=2)

    def before_get(self, parser, section, option, value, vars):
        """A value with the values of other options in it."""
        raw = value

        def by_key(m):
            return m[0] if m[1] is None else f"%({parser.optionxform(m[1])})s"

        for _ in range(MAX_INTERPOLATION_DEPTH):
            if not value or "%(" not in value:
                return value
            try:
                value = self._reference.sub(by_key, value) % vars
            except KeyError as e:
                raise InterpolationMissingOptionError(option, section, raw, e.args[0]) from None
        if value and "%(" in value:
            raise InterpolationDepthError(option, section, raw)
        return value


class _Reader:
    """Reads lines into a parser. An option's value is a list of lines until the source has been read."""

    def __init__(self, parser, source):
        self.parser, self.source = parser, source
        self.seen = set()  # names of sections, and pairs (section, option), of this source
        self.name = self.options = None  # the section being read
        self.option = None  # the option whose value may go on
        self.indent = 0  # of the line where it began
        self.fault = None

    def read(self, lines):
        for number, line in enumerate(lines, 1):
            text, commented = self._without_comment(line)
            if text:
                self._line(number, line, text)
            elif not self.parser._empty_lines_in_values:
                self.indent = sys.maxsize  # whatever follows does not continue the value
            elif not commented and self._value() is not None:
                self._value().append("")
        self.parser._join_multiline_values()
        if self.fault is not None:
            raise self.fault

    def _value(self):
        """The lines of the value that may go on, or None."""
        return self.options[self.option] if self.options is not None and self.option else None

    def _without_comment(self, line):
        """(the line without comment and blanks around it, whether there was a comment)"""
        parser, text = self.parser, line.strip()
        ends = [len(line)]
        if text.startswith(parser._comment_prefixes):
            ends.append(0)
        for prefix in parser._inline_comment_prefixes:
            at = line.find(prefix)
            while at > 0 and not line[at - 1].isspace():  # only behind a blank
                at = line.find(prefix, at + 1)
            if at >= 0:
                ends.append(at)
        return line[:min(ends)].strip(), len(ends) > 1

    def _line(self, number, line, text):
        indent = len(line) - len(line.lstrip())
        if self.options is not None and self.option and indent > self.indent:
            self._value().append(text)
            return
        self.indent = indent
        header = self.parser.SECTCRE.match(text)
        if header:
            self._section(header["header"], number)
        elif self.options is None:
            raise MissingSectionHeaderError(self.source, number, line)
        else:
            self._new_option(number, line, text)

    def _section(self, name, number):
        parser = self.parser
        self.name, self.option = name, None
        if name in parser._sections:
            if parser._strict and name in self.seen:
                raise DuplicateSectionError(name, self.source, number)
            self.options = parser._sections[name]
        elif name == parser.default_section:
            self.options = parser._defaults
            return
        else:
            self.options = parser._new_section(name)
        self.seen.add(name)

    def _new_option(self, number, line, text):
        parser, found = self.parser, self.parser._optcre.match(text)
        if found is None or not found["option"]:
            self.fault = self.fault or ParsingError(self.source)
            self.fault.append(number, repr(line))
            if found is None:
                return
        self.option = parser.optionxform(found["option"].rstrip())
        place = self.name, self.option
        if parser._strict and place in self.seen:
            raise DuplicateOptionError(*place, self.source, number)
        self.seen.add(place)
        self.options[self.option] = None if found["value"] is None else [found["value"].strip()]


class RawConfigParser(MutableMapping):
    """Sections of options, as a mapping of mappings. Values are text, as they stand in the files.

    The options of the default section are seen in all others."""

    _DEFAULT_INTERPOLATION = Interpolation()
    SECTCRE = re.compile(r"\[(?P<header>.+)\]")
    _OPTION = r"(?P<option>.*?)\s*(?:(?P<vi>{delim})\s*(?P<value>.*))"
    OPTCRE = re.compile(_OPTION.format(delim="=|:") + "$")
    OPTCRE_NV = re.compile(_OPTION.format(delim="=|:") + "?$")  # where an option may have no value
    NONSPACECRE = re.compile(r"\S")
    BOOLEAN_STATES = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False,
                      "off": False}

    def __init__(self, defaults=None, dict_type=_default_dict, allow_no_value=False, *, delimiters=("=", ":"),
                 comment_prefixes=("#", ";"), inline_comment_prefixes=None, strict=True, empty_lines_in_values=True,
                 default_section=DEFAULTSECT, interpolation=_UNSET, converters=_UNSET):
        self._dict = dict_type
        self._sections, self._defaults, self._proxies = dict_type(), dict_type(), dict_type()
        self._converters = ConverterMapping(self)
        self.default_section = default_section
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._delimiters, self._allow_no_value = tuple(delimiters), allow_no_value
        if self._delimiters == ("=", ":"):
            self._optcre = self.OPTCRE_NV if allow_no_value else self.OPTCRE
        else:
            pattern = self._OPTION.format(delim="|".join(map(re.escape, delimiters)))
            self._optcre = re.compile(pattern + ("?$" if allow_no_value else "$"))
        self._comment_prefixes = tuple(comment_prefixes or ())
        self._inline_comment_prefixes = tuple(inline_comment_prefixes or ())
        self._strict, self._empty_lines_in_values = strict, empty_lines_in_values
        if interpolation is _UNSET:
            interpolation = self._DEFAULT_INTERPOLATION
        self._interpolation = Interpolation() if interpolation is None else interpolation
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError("interpolation= must be None or an instance of Interpolation; got an object of type "
                            f"{type(interpolation)}")
        if converters is not _UNSET:
            self._converters.update(converters)
        if defaults:
            self._read_defaults(defaults)

    # Sections.

    def defaults(self):
        """The options of the default section, as a dict."""
        return self._defaults

    def sections(self):
        """The names of the sections, without the default one."""
        return list(self._sections)

    def _new_section(self, name):
        self._sections[name] = options = self._dict()
        self._proxies[name] = SectionProxy(self, name)
        return options

    def add_section(self, section):
        """Add an empty section."""
        if section == self.default_section:
            raise ValueError(f"Invalid section name: {section!r}")
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._new_section(section)

    def has_section(self, section):
        """Whether there is such a section; the default one does not count."""
        return section in self._sections

    def remove_section(self, section):
        """Remove a section; gives whether it was there."""
        there = section in self._sections
        if there:
            del self._sections[section], self._proxies[section]
        return there

    def _options_of(self, section):
        """The dict of a section's own options."""
        if not section or section == self.default_section:
            return self._defaults
        if section not in self._sections:
            raise NoSectionError(section) from None
        return self._sections[section]

    # Options.

    def optionxform(self, optionstr):
        """How names of options are kept: in lower case. May be replaced."""
        return optionstr.lower()

    def options(self, section):
        """The names of the options of a section, with those of the default one."""
        if section not in self._sections:
            raise NoSectionError(section) from None
        return list({**self._sections[section], **self._defaults})

    def has_option(self, section, option):
        """Whether an option can be got from a section."""
        try:
            own = self._options_of(section)
        except NoSectionError:
            return False
        option = self.optionxform(option)
        return option in own or option in self._defaults

    def set(self, section, option, value=None):
        """Set an option."""
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        self._options_of(section)[self.optionxform(option)] = value

    def remove_option(self, section, option):
        """Remove an option; gives whether it was there."""
        own, option = self._options_of(section), self.optionxform(option)
        there = option in own
        if there:
            del own[option]
        return there

    def _unify_values(self, section, vars):
        """What can be got from a section: the given values first, then its own options, then the default ones."""
        own = self._sections.get(section)
        if own is None and section != self.default_section:
            raise NoSectionError(section)
        given = {self.optionxform(name): value if value is None else str(value) for name, value in (vars or {}).items()}
        from collections import ChainMap
        return ChainMap(given, {} if own is None else own, self._defaults)

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        """The value of an option; references in it are replaced unless it is to be `raw`. `vars` are looked up first."""
        option = self.optionxform(option)
        try:
            known = self._unify_values(section, vars)
            if option not in known:
                raise NoOptionError(option, section)
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback
        value = known[option]
        return value if raw or value is None else self._interpolation.before_get(self, section, option, value, known)

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        try:
            return conv(self.get(section, option, raw=raw, vars=vars, **kwargs))
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback

    def getint(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """The value of an option as an int."""
        return self._get_conv(section, option, int, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """The value of an option as a float."""
        return self._get_conv(section, option, float, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """The value of an option as a bool, by BOOLEAN_STATES."""
        return self._get_conv(section, option, self._convert_to_boolean, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def _convert_to_boolean(self, value):
        try:
            return self.BOOLEAN_STATES[value.lower()]
        except KeyError:
            raise ValueError(f"Not a boolean: {value}") from None

    def items(self, section=_UNSET, raw=False, vars=None):
        """The sections as pairs (name, mapping), or pairs (option, value) of one section."""
        if section is _UNSET:
            return super().items()
        if section != self.default_section and section not in self._sections:
            raise NoSectionError(section)
        values = {**self._defaults, **self._sections.get(section, {})}
        names = list(values)
        values.update((self.optionxform(name), value) for name, value in (vars or {}).items())
        if raw:
            return [(name, values[name]) for name in names]
        return [(name, self._interpolation.before_get(self, section, name, values[name], values)) for name in names]

    converters = property(lambda self: self._converters, doc="The get...() methods by name; more can be added.")

    # Reading and writing.

    def read(self, filenames, encoding=None):
        """Read files; those that cannot be opened are skipped. Gives the names of the others."""
        done = []
        for name in [filenames] if isinstance(filenames, (str, bytes, os.PathLike)) else filenames:
            try:
                with open(name, encoding=encoding) as file:
                    self._read(file, name)
            except OSError:
                continue
            done.append(os.fspath(name) if isinstance(name, os.PathLike) else name)
        return done

    def read_file(self, f, source=None):
        """Read an iterable of lines; `source` is its name in errors."""
        self._read(f, getattr(f, "name", "<???>") if source is None else source)

    def read_string(self, string, source="<string>"):
        """Read a text."""
        from io import StringIO
        self.read_file(StringIO(string), source)

    def read_dict(self, dictionary, source="<dict>"):
        """Read a mapping of mappings; keys and values become text."""
        seen = set()
        for section, options in dictionary.items():
            section = str(section)
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if section in seen and self._strict:
                    raise
            seen.add(section)
            for name, value in options.items():
                name = self.optionxform(str(name))
                if (section, name) in seen and self._strict:
                    raise DuplicateOptionError(section, name, source)
                seen.add((section, name))
                self.set(section, name, None if value is None else str(value))

    def readfp(self, fp, filename=None):
        """Old name of read_file()."""
        from warnings import warn
        warn("This method will be removed in Python 3.12. Use 'parser.read_file()' instead.", DeprecationWarning, stacklevel=2)
        self.read_file(fp, source=filename)

    def _read(self, fp, fpname):
        _Reader(self, fpname).read(fp)

    def _read_defaults(self, defaults):
        self._defaults.update((self.optionxform(name), value) for name, value in defaults.items())

    def _join_multiline_values(self):
        for section, options in ((self.default_section, self._defaults), *self._sections.items()):
            for name, value in options.items():
                if isinstance(value, list):
                    value = "\n".join(value).rstrip()
                options[name] = self._interpolation.before_read(self, section, name, value)

    def write(self, fp, space_around_delimiters=True):
        """Write all sections to a file."""
        delimiter = self._delimiters[0]
        if space_around_delimiters:
            delimiter = f" {delimiter} "
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults.items(), delimiter)
        for section, options in self._sections.items():
            self._write_section(fp, section, options.items(), delimiter)

    def _write_section(self, fp, section_name, section_items, delimiter):
        fp.write(f"[{section_name}]\n")
        for name, value in section_items:
            value = self._interpolation.before_write(self, section_name, name, value)
            bare = value is None and self._allow_no_value
            fp.write(name + ("" if bare else delimiter + str(value).replace("\n", "\n\t")) + "\n")
        fp.write("\n")

    # As a mapping of sections, the default one included.

    def __getitem__(self, key):
        if key not in self:
            raise KeyError(key)
        return self._proxies[key]

    def __setitem__(self, key, value):
        if key in self:
            if self[key] is value:
                return
            self._options_of(key).clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError("Cannot remove the default section.")
        if not self.remove_section(key):
            raise KeyError(key)

    def __contains__(self, key):
        return key == self.default_section or self.has_section(key)

    def __len__(self):
        return 1 + len(self._sections)

    def __iter__(self):
        yield self.default_section
        yield from self._sections

    def popitem(self):
        """Remove a section and give it as (name, mapping); the default one stays."""
        for name in self._sections:
            section = self[name]
            del self[name]
            return name, section
        raise KeyError

    def _validate_value_types(self, *, section="", option="", value=""):
        if not isinstance(section, str):
            raise TypeError("section names must be strings")
        if not isinstance(option, str):
            raise TypeError("option keys must be strings")
        if not isinstance(value, str) and (value or not self._allow_no_value):
            raise TypeError("option values must be strings")


class ConfigParser(RawConfigParser):
    """Sections of options whose values may refer to others; only text can be set."""

    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def set(self, section, option, value=None):
        """Set an option to a text."""
        self._validate_value_types(option=option, value=value)
        super().set(section, option, value)

    def add_section(self, section):
        """Add an empty section."""
        self._validate_value_types(section=section)
        super().add_section(section)

    def _read_defaults(self, defaults):
        # They may refer to what is only read later.
        kept, self._interpolation = self._interpolation, Interpolation()
        try:
            self.read_dict({self.default_section: defaults})
        finally:
            self._interpolation = kept


class SafeConfigParser(ConfigParser):
    """Old name of ConfigParser."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        from warnings import warn
        warn("The SafeConfigParser class has been renamed to ConfigParser in Python 3.2. This alias will be removed in "
             "Python 3.12. Use ConfigParser directly instead.", DeprecationWarning, stacklevel=2)


class SectionProxy(MutableMapping):
    """A section of a parser, as a mapping of its options and the default ones. It has the parser's get...() methods."""

    def __init__(self, parser, name):
        self._parser, self._name = parser, name
        for conv in parser.converters:
            self._convert_by("get" + conv, getattr(parser, "get" + conv))

    name = property(lambda self: self._name, doc="The name of the section.")
    parser = property(lambda self: self._parser, doc="The parser that it belongs to.")

    def _convert_by(self, method, impl):
        setattr(self, method, functools.partial(self.get, _impl=impl))

    def _names(self):
        parser = self._parser
        return list(parser.defaults()) if self._name == parser.default_section else parser.options(self._name)

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        """The value of an option, or the fallback."""
        return (_impl or self._parser.get)(self._name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def __getitem__(self, key):
        if key not in self:
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser._validate_value_types(option=key, value=value)
        self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not (key in self and self._parser.remove_option(self._name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def __len__(self):
        return len(self._names())

    def __iter__(self):
        return iter(self._names())

    def __repr__(self):
        return f"<Section: {self._name}>"


class ConverterMapping(MutableMapping):
    """The get...() methods of a parser by what follows `get`. Setting one adds the method to the parser and its sections."""

    GETTERCRE = re.compile(r"^get(?P<name>.+)$")

    def __init__(self, parser):
        self._parser = parser
        getters = (self.GETTERCRE.match(name) for name in dir(parser))
        # Those of the class have no converter here.
        self._data = {found["name"]: None for found in getters if found and callable(getattr(parser, found[0]))}

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        if not key:
            raise ValueError('Incompatible key: cannot use "" as a name')
        method = "get" + key
        self._data[key] = value
        getter = functools.partial(self._parser._get_conv, conv=value)
        getter.converter = value
        setattr(self._parser, method, getter)
        for section in self._parser.values():
            section._convert_by(method, getter)

    def __delitem__(self, key):
        del self._data[key]
        for owner in (self._parser, *self._parser.values()):
            vars(owner).pop("get" + key, None)  # those of the class stay

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
