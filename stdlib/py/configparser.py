"""Files of sections with options."""
import functools
import itertools
import os
import re
import sys
from collections import ChainMap
from collections.abc import MutableMapping

__all__ = ["NoSectionError", "DuplicateOptionError", "DuplicateSectionError", "NoOptionError", "InterpolationError",
           "InterpolationDepthError", "InterpolationMissingOptionError", "InterpolationSyntaxError", "ParsingError",
           "MissingSectionHeaderError", "ConfigParser", "SafeConfigParser", "RawConfigParser", "Interpolation",
           "BasicInterpolation", "ExtendedInterpolation", "LegacyInterpolation", "SectionProxy", "ConverterMapping",
           "DEFAULTSECT", "MAX_INTERPOLATION_DEPTH"]

DEFAULTSECT = "DEFAULT"
MAX_INTERPOLATION_DEPTH = 10
_UNSET = object()


class Error(Exception):
    """Base of the errors here."""

    def __init__(self, msg=""):
        self.message = msg
        Exception.__init__(self, msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    """No such section."""

    def __init__(self, section):
        Error.__init__(self, "No section: %r" % (section,))
        self.section = section
        self.args = (section,)


def _where(source, lineno, item, kind):
    message = [] if source is None else ["While reading from ", repr(source)]
    if source is not None:
        if lineno is not None:
            message.append(" [line {0:2d}]".format(lineno))
        message.append(": " + kind + " ")
    else:
        message.append(kind.capitalize() + " ")
    return message


class DuplicateSectionError(Error):
    """A section that is there already."""

    def __init__(self, section, source=None, lineno=None):
        msg = _where(source, lineno, section, "section") + [repr(section), " already exists"]
        Error.__init__(self, "".join(msg))
        self.section = section
        self.source = source
        self.lineno = lineno
        self.args = (section, source, lineno)


class DuplicateOptionError(Error):
    """An option that is there already."""

    def __init__(self, section, option, source=None, lineno=None):
        msg = _where(source, lineno, option, "option") + [repr(option), " in section ", repr(section),
                                                          " already exists"]
        Error.__init__(self, "".join(msg))
        self.section = section
        self.option = option
        self.source = source
        self.lineno = lineno
        self.args = (section, option, source, lineno)


class NoOptionError(Error):
    """No such option."""

    def __init__(self, option, section):
        Error.__init__(self, "No option %r in section: %r" % (option, section))
        self.option = option
        self.section = section
        self.args = (option, section)


class InterpolationError(Error):
    """Base of the errors of interpolation."""

    def __init__(self, option, section, msg):
        Error.__init__(self, msg)
        self.option = option
        self.section = section
        self.args = (option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    """A value refers to what is not there."""

    def __init__(self, option, section, rawval, reference):
        msg = ("Bad value substitution: option {!r} in section {!r} contains an interpolation key {!r} which is not "
               "a valid option name. Raw value: {!r}".format(option, section, reference, rawval))
        InterpolationError.__init__(self, option, section, msg)
        self.reference = reference
        self.args = (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    """A reference that cannot be read."""


class InterpolationDepthError(InterpolationError):
    """References that go too deep."""

    def __init__(self, option, section, rawval):
        msg = ("Recursion limit exceeded in value substitution: option {!r} in section {!r} contains an interpolation "
               "key which cannot be substituted in {} steps. Raw value: {!r}".format(option, section,
                                                                                     MAX_INTERPOLATION_DEPTH, rawval))
        InterpolationError.__init__(self, option, section, msg)
        self.args = (option, section, rawval)


class ParsingError(Error):
    """Lines that cannot be read."""

    def __init__(self, source=None, filename=None):
        if filename and source:
            raise ValueError("Cannot specify both `filename' and `source'. Use `source'.")
        if not filename and not source:
            raise ValueError("Required argument `source' not given.")
        if filename:
            source = filename
        Error.__init__(self, "Source contains parsing errors: %r" % source)
        self.source = source
        self.errors = []
        self.args = (source,)

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += "\n\t[line %2d]: %s" % (lineno, line)


class MissingSectionHeaderError(ParsingError):
    """An option before the first section."""

    def __init__(self, filename, lineno, line):
        Error.__init__(self, "File contains no section headers.\nfile: %r, line: %d\n%r" % (filename, lineno, line))
        self.source = filename
        self.lineno = lineno
        self.line = line
        self.args = (filename, lineno, line)


class Interpolation:
    """No interpolation."""

    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
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
    """The interpolation of old versions."""

    def before_get(self, parser, section, option, value, vars):
        rawval = value
        depth = MAX_INTERPOLATION_DEPTH
        while depth:
            depth -= 1
            if not value or "%(" not in value:
                break
            value = re.sub(r"%\(([^)]*)\)s|.", lambda m: m[0] if m[1] is None else "%%(%s)s" % parser.optionxform(m[1]),
                           value)
            try:
                value = value % vars
            except KeyError as e:
                raise InterpolationMissingOptionError(option, section, rawval, e.args[0]) from None
        if value and "%(" in value:
            raise InterpolationDepthError(option, section, rawval)
        return value


class RawConfigParser(MutableMapping):
    """Sections of options, without interpolation."""
    _DEFAULT_INTERPOLATION = Interpolation()
    SECTCRE = re.compile(r"\[(?P<header>.+)\]")
    NONSPACECRE = re.compile(r"\S")
    BOOLEAN_STATES = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False,
                      "off": False}

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=("=", ":"),
                 comment_prefixes=("#", ";"), inline_comment_prefixes=None, strict=True, empty_lines_in_values=True,
                 default_section=DEFAULTSECT, interpolation=_UNSET, converters=_UNSET):
        self._dict = dict_type
        self._sections = self._dict()
        self._defaults = self._dict()
        self._converters = ConverterMapping(self)
        self._proxies = self._dict()
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._delimiters = tuple(delimiters)
        d = "|".join(re.escape(x) for x in delimiters)
        if allow_no_value:
            self._optcre = re.compile(r"(?P<option>.*?)\s*(?:(?P<vi>%s)\s*(?P<value>.*))?$" % d)
        else:
            self._optcre = re.compile(r"(?P<option>.*?)\s*(?P<vi>%s)\s*(?P<value>.*)$" % d)
        self._comment_prefixes = tuple(comment_prefixes or ())
        self._inline_comment_prefixes = tuple(inline_comment_prefixes or ())
        self._strict = strict
        self._allow_no_value = allow_no_value
        self._empty_lines_in_values = empty_lines_in_values
        self.default_section = default_section
        self._interpolation = interpolation
        if self._interpolation is _UNSET:
            self._interpolation = self._DEFAULT_INTERPOLATION
        if self._interpolation is None:
            self._interpolation = Interpolation()
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError(f"interpolation= must be None or an instance of Interpolation; got an object of type "
                            f"{type(self._interpolation)}")
        if converters is not _UNSET:
            self._converters.update(converters)
        if defaults:
            self._read_defaults(defaults)

    def defaults(self):
        """The options of the default section."""
        return self._defaults

    def sections(self):
        """The names of the sections."""
        return list(self._sections.keys())

    def add_section(self, section):
        """A new section."""
        if section == self.default_section:
            raise ValueError("Invalid section name: %r" % section)
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = self._dict()
        self._proxies[section] = SectionProxy(self, section)

    def has_section(self, section):
        """Is there such a section?"""
        return section in self._sections

    def options(self, section):
        """The names of the options of a section."""
        try:
            opts = self._sections[section].copy()
        except KeyError:
            raise NoSectionError(section) from None
        opts.update(self._defaults)
        return list(opts.keys())

    def read(self, filenames, encoding=None):
        """Read files; the names of those that could be read."""
        if isinstance(filenames, (str, bytes, os.PathLike)):
            filenames = [filenames]
        done = []
        for filename in filenames:
            try:
                with open(filename, encoding=encoding) as fp:
                    self._read(fp, filename)
            except OSError:
                continue
            if isinstance(filename, os.PathLike):
                filename = os.fspath(filename)
            done.append(filename)
        return done

    def read_file(self, f, source=None):
        """Read an iterable of lines."""
        if source is None:
            try:
                source = f.name
            except AttributeError:
                source = "<???>"
        self._read(f, source)

    def read_string(self, string, source="<string>"):
        """Read a text."""
        import io
        self.read_file(io.StringIO(string), source)

    def read_dict(self, dictionary, source="<dict>"):
        """Read a dictionary of dictionaries."""
        added = set()
        for section, keys in dictionary.items():
            section = str(section)
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in added:
                    raise
            added.add(section)
            for key, value in keys.items():
                key = self.optionxform(str(key))
                if value is not None:
                    value = str(value)
                if self._strict and (section, key) in added:
                    raise DuplicateOptionError(section, key, source)
                added.add((section, key))
                self.set(section, key, value)

    def readfp(self, fp, filename=None):
        """Old name of read_file()."""
        import warnings
        warnings.warn("This method will be removed in Python 3.12. Use 'parser.read_file()' instead.",
                      DeprecationWarning, stacklevel=2)
        self.read_file(fp, source=filename)

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        """The value of an option."""
        try:
            d = self._unify_values(section, vars)
        except NoSectionError:
            if fallback is _UNSET:
                raise
            return fallback
        option = self.optionxform(option)
        try:
            value = d[option]
        except KeyError:
            if fallback is _UNSET:
                raise NoOptionError(option, section)
            return fallback
        if raw or value is None:
            return value
        return self._interpolation.before_get(self, section, option, value, d)

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        try:
            return conv(self.get(section, option, raw=raw, vars=vars, **kwargs))
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback

    def getint(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """An option as an int."""
        return self._get_conv(section, option, int, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """An option as a float."""
        return self._get_conv(section, option, float, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """An option as a bool."""
        return self._get_conv(section, option, self._convert_to_boolean, raw=raw, vars=vars, fallback=fallback,
                              **kwargs)

    def items(self, section=_UNSET, raw=False, vars=None):
        """The sections, or the options of one with their values."""
        if section is _UNSET:
            return super().items()
        d = self._defaults.copy()
        try:
            d.update(self._sections[section])
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section)
        orig_keys = list(d.keys())
        if vars:
            for key, value in vars.items():
                d[self.optionxform(key)] = value
        if raw:
            return [(option, d[option]) for option in orig_keys]
        return [(option, self._interpolation.before_get(self, section, option, d[option], d)) for option in orig_keys]

    def popitem(self):
        """Remove and give a section."""
        for key in self.sections():
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def optionxform(self, optionstr):
        """Names of options in lower case; may be replaced."""
        return optionstr.lower()

    def has_option(self, section, option):
        """Is there such an option?"""
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        if section not in self._sections:
            return False
        option = self.optionxform(option)
        return option in self._sections[section] or option in self._defaults

    def set(self, section, option, value=None):
        """Set an option."""
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        if not section or section == self.default_section:
            sectdict = self._defaults
        else:
            try:
                sectdict = self._sections[section]
            except KeyError:
                raise NoSectionError(section) from None
        sectdict[self.optionxform(option)] = value

    def write(self, fp, space_around_delimiters=True):
        """Write all sections to a file."""
        d = " {} ".format(self._delimiters[0]) if space_around_delimiters else self._delimiters[0]
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults.items(), d)
        for section in self._sections:
            self._write_section(fp, section, self._sections[section].items(), d)

    def _write_section(self, fp, name, items, delimiter):
        fp.write("[{}]\n".format(name))
        for key, value in items:
            value = self._interpolation.before_write(self, name, key, value)
            if value is not None or not self._allow_no_value:
                value = delimiter + str(value).replace("\n", "\n\t")
            else:
                value = ""
            fp.write("{}{}\n".format(key, value))
        fp.write("\n")

    def remove_option(self, section, option):
        """Remove an option; was it there?"""
        if not section or section == self.default_section:
            sectdict = self._defaults
        else:
            try:
                sectdict = self._sections[section]
            except KeyError:
                raise NoSectionError(section) from None
        option = self.optionxform(option)
        existed = option in sectdict
        if existed:
            del sectdict[option]
        return existed

    def remove_section(self, section):
        """Remove a section; was it there?"""
        existed = section in self._sections
        if existed:
            del self._sections[section]
            del self._proxies[section]
        return existed

    def __getitem__(self, key):
        if key != self.default_section and not self.has_section(key):
            raise KeyError(key)
        return self._proxies[key]

    def __setitem__(self, key, value):
        if key in self and self[key] is value:
            return
        if key == self.default_section:
            self._defaults.clear()
        elif key in self._sections:
            self._sections[key].clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError("Cannot remove the default section.")
        if not self.has_section(key):
            raise KeyError(key)
        self.remove_section(key)

    def __contains__(self, key):
        return key == self.default_section or self.has_section(key)

    def __len__(self):
        return len(self._sections) + 1

    def __iter__(self):
        return itertools.chain((self.default_section,), self._sections.keys())

    def _strip_comment(self, line):
        """The line without its comment."""
        start = sys.maxsize
        for prefix in self._inline_comment_prefixes:
            at = line.find(prefix)
            while at >= 0:
                if at == 0 or line[at - 1].isspace():
                    start = min(start, at)
                    break
                at = line.find(prefix, at + 1)
        for prefix in self._comment_prefixes:
            if line.strip().startswith(prefix):
                start = 0
                break
        return line[:start].strip() if start != sys.maxsize else line.strip(), start

    def _read(self, fp, fpname):
        added = set()
        cursect = sectname = optname = None
        indent = 0
        error = None
        for lineno, line in enumerate(fp, start=1):
            value, comment = self._strip_comment(line)
            if not value:
                if self._empty_lines_in_values:
                    if comment == sys.maxsize and cursect is not None and optname and cursect[optname] is not None:
                        cursect[optname].append("")
                else:
                    indent = sys.maxsize
                continue
            first = self.NONSPACECRE.search(line)
            current = first.start() if first else 0
            if cursect is not None and optname and current > indent:
                cursect[optname].append(value)
                continue
            indent = current
            m = self.SECTCRE.match(value)
            if m:
                sectname = m.group("header")
                if sectname in self._sections:
                    if self._strict and sectname in added:
                        raise DuplicateSectionError(sectname, fpname, lineno)
                    cursect = self._sections[sectname]
                    added.add(sectname)
                elif sectname == self.default_section:
                    cursect = self._defaults
                else:
                    cursect = self._dict()
                    self._sections[sectname] = cursect
                    self._proxies[sectname] = SectionProxy(self, sectname)
                    added.add(sectname)
                optname = None
            elif cursect is None:
                raise MissingSectionHeaderError(fpname, lineno, line)
            else:
                m = self._optcre.match(value)
                if not m:
                    error = self._bad_line(error, fpname, lineno, line)
                    continue
                optname, vi, optval = m.group("option", "vi", "value")
                if not optname:
                    error = self._bad_line(error, fpname, lineno, line)
                optname = self.optionxform(optname.rstrip())
                if self._strict and (sectname, optname) in added:
                    raise DuplicateOptionError(sectname, optname, fpname, lineno)
                added.add((sectname, optname))
                cursect[optname] = [optval.strip()] if optval is not None else None
        self._join_values()
        if error:
            raise error

    @staticmethod
    def _bad_line(error, fpname, lineno, line):
        if not error:
            error = ParsingError(fpname)
        error.append(lineno, repr(line))
        return error

    def _join_values(self):
        for section, options in itertools.chain(((self.default_section, self._defaults),), self._sections.items()):
            for name, value in options.items():
                if isinstance(value, list):
                    value = "\n".join(value).rstrip()
                options[name] = self._interpolation.before_read(self, section, name, value)

    def _read_defaults(self, defaults):
        for key, value in defaults.items():
            self._defaults[self.optionxform(key)] = value

    def _unify_values(self, section, vars):
        options = {}
        try:
            options = self._sections[section]
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section) from None
        given = {}
        if vars:
            for key, value in vars.items():
                given[self.optionxform(key)] = None if value is None else str(value)
        return ChainMap(given, options, self._defaults)

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError("Not a boolean: %s" % value)
        return self.BOOLEAN_STATES[value.lower()]

    def _validate_value_types(self, *, section="", option="", value=""):
        if not isinstance(section, str):
            raise TypeError("section names must be strings")
        if not isinstance(option, str):
            raise TypeError("option keys must be strings")
        if (not self._allow_no_value or value) and not isinstance(value, str):
            raise TypeError("option values must be strings")

    @property
    def converters(self):
        """Further converters."""
        return self._converters


class ConfigParser(RawConfigParser):
    """Sections of options, with interpolation."""
    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def set(self, section, option, value=None):
        """Set an option to a text."""
        self._validate_value_types(option=option, value=value)
        super().set(section, option, value)

    def add_section(self, section):
        """A new section."""
        self._validate_value_types(section=section)
        super().add_section(section)

    def _read_defaults(self, defaults):
        try:
            keep, self._interpolation = self._interpolation, Interpolation()
            self.read_dict({self.default_section: defaults})
        finally:
            self._interpolation = keep


class SafeConfigParser(ConfigParser):
    """Old name of ConfigParser."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        import warnings
        warnings.warn("The SafeConfigParser class has been renamed to ConfigParser in Python 3.2. This alias will be "
                      "removed in Python 3.12. Use ConfigParser directly instead.", DeprecationWarning, stacklevel=2)


class SectionProxy(MutableMapping):
    """A section as a mapping."""

    def __init__(self, parser, name):
        self._parser = parser
        self._name = name
        for conv in parser.converters:
            key = "get" + conv
            setattr(self, key, functools.partial(self.get, _impl=getattr(parser, key)))

    def __repr__(self):
        return "<Section: {}>".format(self._name)

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser._validate_value_types(option=key, value=value)
        return self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not (self._parser.has_option(self._name, key) and self._parser.remove_option(self._name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def __len__(self):
        return len(self._options())

    def __iter__(self):
        return self._options().__iter__()

    def _options(self):
        if self._name != self._parser.default_section:
            return self._parser.options(self._name)
        return list(self._parser.defaults())

    @property
    def parser(self):
        """The parser."""
        return self._parser

    @property
    def name(self):
        """The name of the section."""
        return self._name

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        """The value of an option."""
        if not _impl:
            _impl = self._parser.get
        return _impl(self._name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)


class ConverterMapping(MutableMapping):
    """The get…() methods of a parser by name."""
    GETTERCRE = re.compile(r"^get(?P<name>.+)$")

    def __init__(self, parser):
        self._parser = parser
        self._data = {}
        for getter in dir(self._parser):
            m = self.GETTERCRE.match(getter)
            if m and callable(getattr(self._parser, getter)):
                self._data[m.group("name")] = None

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        k = "get" + key
        if k == "get":
            raise ValueError("Incompatible key: cannot use \"\" as a name")
        self._data[key] = value
        func = functools.partial(self._parser._get_conv, conv=value)
        func.converter = value
        setattr(self._parser, k, func)
        for proxy in self._parser.values():
            setattr(proxy, k, functools.partial(proxy.get, _impl=func))

    def __delitem__(self, key):
        k = "get" + key
        del self._data[key]
        for inst in itertools.chain((self._parser,), self._parser.values()):
            try:
                delattr(inst, k)
            except AttributeError:
                continue

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
