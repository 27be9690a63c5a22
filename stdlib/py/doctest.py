"""Examples in docstrings, run and compared with the output that stands below them."""
import __future__
import inspect
import linecache
import os
import re
import sys
import traceback
from collections import namedtuple
from io import StringIO

TestResults = namedtuple("TestResults", "failed attempted")
OPTIONFLAGS_BY_NAME = {}


def register_optionflag(name):
    """The bit of a new option."""
    return OPTIONFLAGS_BY_NAME.setdefault(name, 1 << len(OPTIONFLAGS_BY_NAME))


DONT_ACCEPT_TRUE_FOR_1 = register_optionflag("DONT_ACCEPT_TRUE_FOR_1")
DONT_ACCEPT_BLANKLINE = register_optionflag("DONT_ACCEPT_BLANKLINE")
NORMALIZE_WHITESPACE = register_optionflag("NORMALIZE_WHITESPACE")
ELLIPSIS = register_optionflag("ELLIPSIS")
SKIP = register_optionflag("SKIP")
IGNORE_EXCEPTION_DETAIL = register_optionflag("IGNORE_EXCEPTION_DETAIL")
COMPARISON_FLAGS = (DONT_ACCEPT_TRUE_FOR_1 | DONT_ACCEPT_BLANKLINE | NORMALIZE_WHITESPACE | ELLIPSIS | SKIP |
                    IGNORE_EXCEPTION_DETAIL)
REPORT_UDIFF = register_optionflag("REPORT_UDIFF")
REPORT_CDIFF = register_optionflag("REPORT_CDIFF")
REPORT_NDIFF = register_optionflag("REPORT_NDIFF")
REPORT_ONLY_FIRST_FAILURE = register_optionflag("REPORT_ONLY_FIRST_FAILURE")
FAIL_FAST = register_optionflag("FAIL_FAST")
REPORTING_FLAGS = REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF | REPORT_ONLY_FIRST_FAILURE | FAIL_FAST

BLANKLINE_MARKER = "<BLANKLINE>"
ELLIPSIS_MARKER = "..."


class Example:
    """One statement and the output that is expected of it."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        self.source = source if source.endswith("\n") else source + "\n"
        self.want = want + "\n" if want and not want.endswith("\n") else want
        self.exc_msg = exc_msg + "\n" if exc_msg is not None and not exc_msg.endswith("\n") else exc_msg
        self.lineno = lineno
        self.indent = indent
        self.options = {} if options is None else options

    def _key(self):
        return self.source, self.want, self.lineno, self.indent, self.options, self.exc_msg

    def __eq__(self, other):
        return self._key() == other._key() if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash((self.source, self.want, self.lineno, self.indent, self.exc_msg))


class DocTest:
    """The examples of one docstring and the namespace they run in."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        self.examples = examples
        self.globs = globs.copy()
        self.name = name
        self.filename = filename
        self.lineno = lineno
        self.docstring = docstring

    def __repr__(self):
        n = len(self.examples)
        count = "no examples" if n == 0 else "1 example" if n == 1 else "%d examples" % n
        return "<%s %s from %s:%s (%s)>" % (type(self).__name__, self.name, self.filename, self.lineno, count)

    def _key(self):
        return self.examples, self.docstring, self.globs, self.name, self.filename, self.lineno

    def __eq__(self, other):
        return self._key() == other._key() if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash((self.docstring, self.name, self.filename, self.lineno))

    def __lt__(self, other):
        if not isinstance(other, DocTest):
            return NotImplemented
        return (self.name, self.filename, self.lineno or 0) < (other.name, other.filename, other.lineno or 0)


class DocTestParser:
    """Finds the examples of a text."""
    _PROMPT = re.compile(r"( *)>>>(.*)")
    _EXCEPTION = re.compile(r"Traceback \((?:most recent call last|innermost last)\):\s*$.*?^(?P<message>\w.*)",
                            re.DOTALL | re.MULTILINE)
    _OPTION = re.compile(r"#\s*doctest:\s*([^\n'\"]*)$", re.MULTILINE)

    def parse(self, string, name="<string>"):
        """Examples and the texts between them, in order."""
        lines = string.expandtabs().split("\n")
        common = min((len(n) - len(n.lstrip()) for n in lines if n.strip()), default=0)
        if common:
            lines = [n[common:] for n in lines]
        out = []
        text = []
        i = 0
        while i < len(lines):
            m = self._PROMPT.match(lines[i])
            if m is None:
                text.append(lines[i])
                i += 1
                continue
            out.append("\n".join(text) + "\n" if text else "")
            text = []
            start = i
            indent = len(m.group(1))
            source = [lines[i]]
            i += 1
            while i < len(lines) and re.match(" {%d}\\.\\.\\.( |$)" % indent, lines[i]):
                source.append(lines[i])
                i += 1
            want = []
            while i < len(lines) and lines[i].strip() and not self._PROMPT.match(lines[i]):
                want.append(lines[i])
                i += 1
            example = self._example(source, want, indent, name, start)
            if example is not None:
                out.append(example)
        out.append("\n".join(text))
        return out

    def _example(self, source, want, indent, name, lineno):
        for k, line in enumerate(source):
            if len(line) >= indent + 4 and line[indent + 3] != " ":
                raise ValueError("line %r of the docstring for %s lacks blank after %s: %r" %
                                 (lineno + k + 1, name, line[indent:indent + 3], line))
        for k, line in enumerate(want):
            if not line.startswith(" " * indent):
                raise ValueError("line %r of the docstring for %s has inconsistent leading whitespace: %r" %
                                 (lineno + len(source) + k + 1, name, line))
        code = "\n".join(line[indent + 4:] for line in source)
        text = "\n".join(line[indent:].rstrip() if k + 1 == len(want) else line[indent:] for k, line in enumerate(want))
        m = self._EXCEPTION.match(text)
        options = self._options(code, name, lineno)
        if all(not n.strip() or n.lstrip().startswith("#") for n in code.split("\n")):
            return None
        return Example(code, text, m.group("message") if m else None, lineno, indent, options)

    def _options(self, source, name, lineno):
        options = {}
        for m in self._OPTION.finditer(source):
            for option in m.group(1).replace(",", " ").split():
                if option[0] not in "+-" or option[1:] not in OPTIONFLAGS_BY_NAME:
                    raise ValueError("line %r of the doctest for %s has an invalid option: %r" %
                                     (lineno + 1, name, option))
                options[OPTIONFLAGS_BY_NAME[option[1:]]] = option[0] == "+"
        return options

    def get_examples(self, string, name="<string>"):
        return [x for x in self.parse(string, name) if isinstance(x, Example)]

    def get_doctest(self, string, globs, name, filename, lineno):
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)


class DocTestFinder:
    """Finds the docstrings of an object and of what it contains."""

    def __init__(self, verbose=False, parser=None, recurse=True, exclude_empty=True):
        self._parser = parser or DocTestParser()
        self._recurse = recurse
        self._exclude_empty = exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        """The DocTests of an object, sorted by name."""
        if name is None:
            name = getattr(obj, "__name__", None)
            if name is None:
                raise ValueError("DocTestFinder.find: name must be given when obj.__name__ doesn't exist: %r" %
                                 (type(obj),))
        if module is None and module is not False:
            module = obj if inspect.ismodule(obj) else sys.modules.get(getattr(obj, "__module__", None) or "")
        if globs is None:
            globs = module.__dict__.copy() if module else {}
        else:
            globs = globs.copy()
        if extraglobs is not None:
            globs.update(extraglobs)
        globs.setdefault("__name__", "__main__")
        tests = []
        self._find(tests, obj, name, module, globs, set())
        tests.sort()
        return tests

    def _find(self, tests, obj, name, module, globs, seen):
        if id(obj) in seen:
            return
        seen.add(id(obj))
        test = self._get_test(obj, name, module, globs)
        if test is not None:
            tests.append(test)
        if not self._recurse:
            return
        if inspect.ismodule(obj):
            for key, value in obj.__dict__.items():
                function = inspect.unwrap(value) if callable(value) and hasattr(value, "__wrapped__") else value
                if (inspect.isroutine(function) or inspect.isclass(value)) and self._from_module(module, function):
                    self._find(tests, value, name + "." + key, module, globs, seen)
            for key, value in getattr(obj, "__test__", {}).items():
                if not isinstance(key, str):
                    raise ValueError("DocTestFinder.find: __test__ keys must be strings: %r" % (type(key),))
                self._find(tests, value, "%s.__test__.%s" % (name, key), module, globs, seen)
        elif inspect.isclass(obj):
            for key, value in obj.__dict__.items():
                if isinstance(value, (staticmethod, classmethod)):
                    value = value.__func__
                if ((inspect.isroutine(value) or inspect.isclass(value) or isinstance(value, property)) and
                        self._from_module(module, value)):
                    self._find(tests, value, name + "." + key, module, globs, seen)

    def _from_module(self, module, obj):
        if module is None:
            return True
        if inspect.isfunction(obj):
            return module.__dict__ is obj.__globals__
        if hasattr(obj, "__module__") and obj.__module__ is not None:
            return module.__name__ == obj.__module__
        return isinstance(obj, property)

    def _get_test(self, obj, name, module, globs):
        docstring = obj if isinstance(obj, str) else getattr(obj, "__doc__", None)
        if docstring is None:
            docstring = ""
        elif not isinstance(docstring, str):
            docstring = str(docstring)
        if self._exclude_empty and not docstring:
            return None
        filename = getattr(module, "__file__", None) or getattr(module, "__name__", None)
        test = self._parser.get_doctest(docstring, globs, name, filename, self._line(obj, docstring, filename))
        return test if test.examples or not self._exclude_empty else None

    def _line(self, obj, docstring, filename):
        lines = linecache.getlines(filename) if filename else []
        first = docstring.split("\n", 1)[0]
        start = None
        if inspect.ismodule(obj):
            start = 0
        elif inspect.isfunction(obj):
            start = obj.__code__.co_firstlineno - 1
        elif inspect.isclass(obj):
            pattern = re.compile(r"\s*class\s*%s\b" % re.escape(obj.__name__))
            start = next((i for i, line in enumerate(lines) if pattern.match(line)), None)
        if start is None:
            return None
        for i in range(start, len(lines)):
            if first and first in lines[i]:
                return i
            if re.match(r"""\s*[rRuUbBfF]*("|')""", lines[i]):
                return i
        return start


class OutputChecker:
    """Does the output agree with what is wanted?"""

    def check_output(self, want, got, optionflags):
        got, want = (t.encode("ASCII", "backslashreplace").decode("ASCII") for t in (got, want))
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (("True\n", "1\n"), ("False\n", "0\n")):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = re.sub(r"(?m)^%s\s*?$" % re.escape(BLANKLINE_MARKER), "", want)
            got = re.sub(r"(?m)^[^\S\n]+$", "", got)
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got = " ".join(got.split())
            want = " ".join(want.split())
            if got == want:
                return True
        return bool(optionflags & ELLIPSIS and _ellipsis_match(want, got))

    def output_difference(self, example, got, optionflags):
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = re.sub("(?m)^[ ]*(?=\n)", BLANKLINE_MARKER, got)
        long = want.count("\n") > 2 < got.count("\n")
        if optionflags & REPORT_NDIFF or optionflags & (REPORT_UDIFF | REPORT_CDIFF) and long:
            import difflib
            a = want.splitlines(keepends=True)
            b = got.splitlines(keepends=True)
            if optionflags & REPORT_UDIFF:
                kind = "unified diff with -expected +actual"
                lines = list(difflib.unified_diff(a, b, n=2))[2:]
            elif optionflags & REPORT_CDIFF:
                kind = "context diff with expected followed by actual"
                lines = list(difflib.context_diff(a, b, n=2))[2:]
            else:
                kind = "ndiff with -expected +actual"
                lines = list(difflib.ndiff(a, b))
            return "Differences (%s):\n" % kind + _indent("".join(lines))
        if want and got:
            return "Expected:\n%sGot:\n%s" % (_indent(want), _indent(got))
        if want:
            return "Expected:\n%sGot nothing\n" % _indent(want)
        if got:
            return "Expected nothing\nGot:\n%s" % _indent(got)
        return "Expected nothing\nGot nothing\n"


def _indent(text):
    return re.sub("(?m)^(?!$)", "    ", text)


def _ellipsis_match(want, got):
    if ELLIPSIS_MARKER not in want:
        return want == got
    first, *middle, last = want.split(ELLIPSIS_MARKER)
    if not (got.startswith(first) and got.endswith(last)):
        return False
    at = len(first)
    end = len(got) - len(last)
    if at > end:
        return False
    for piece in middle:
        at = got.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True


class DocTestFailure(Exception):
    """An example gave another output (DebugRunner)."""

    def __init__(self, test, example, got):
        self.test = test
        self.example = example
        self.got = got

    def __str__(self):
        return str(self.test)


class UnexpectedException(Exception):
    """An example raised (DebugRunner)."""

    def __init__(self, test, example, exc_info):
        self.test = test
        self.example = example
        self.exc_info = exc_info

    def __str__(self):
        return str(self.test)


class _Spoof(StringIO):
    def getvalue(self):
        text = super().getvalue()
        return text + "\n" if text and not text.endswith("\n") else text

    def truncate(self, size=None):
        self.seek(size)
        super().truncate()


class DocTestRunner:
    """Runs DocTests and reports what differs."""
    DIVIDER = "*" * 70

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self._verbose = "-v" in sys.argv if verbose is None else verbose
        self.optionflags = self.original_optionflags = optionflags
        self.tries = 0
        self.failures = 0
        self._name2ft = {}

    def report_start(self, out, test, example):
        if self._verbose:
            want = "Expecting:\n" + _indent(example.want) if example.want else "Expecting nothing\n"
            out("Trying:\n" + _indent(example.source) + want)

    def report_success(self, out, test, example, got):
        if self._verbose:
            out("ok\n")

    def report_failure(self, out, test, example, got):
        out(self._header(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        out(self._header(test, example) + "Exception raised:\n" +
            _indent("".join(traceback.format_exception(*exc_info))))

    def _header(self, test, example):
        if test.filename:
            line = "?" if test.lineno is None else test.lineno + example.lineno + 1
            where = 'File "%s", line %s, in %s' % (test.filename, line, test.name)
        else:
            where = "Line %s, in %s" % (example.lineno + 1, test.name)
        return "%s\n%s\nFailed example:\n%s" % (self.DIVIDER, where, _indent(example.source))

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        """(failed, attempted) of a test's examples; stdout is caught while they run."""
        self.test = test
        if compileflags is None:
            compileflags = 0
            for name in __future__.all_feature_names:
                feature = getattr(__future__, name)
                if test.globs.get(name) is feature:
                    compileflags |= feature.compiler_flag
        real_stdout = sys.stdout
        if out is None:
            out = real_stdout.write
        self._fakeout = sys.stdout = _Spoof()
        hook, sys.displayhook = sys.displayhook, sys.__displayhook__
        lines, linecache.getlines = linecache.getlines, self._lines_of(linecache.getlines)
        try:
            return self._run(test, compileflags, out)
        finally:
            sys.stdout = real_stdout
            sys.displayhook = hook
            linecache.getlines = lines
            if clear_globs:
                test.globs.clear()
                import builtins
                builtins._ = None

    def _lines_of(self, original):
        def getlines(filename, module_globals=None):
            m = re.match(r"<doctest (?P<name>.+)\[(?P<number>\d+)\]>$", filename)
            if m and m.group("name") == self.test.name:
                return self.test.examples[int(m.group("number"))].source.splitlines(keepends=True)
            return original(filename, module_globals)
        return getlines

    def _run(self, test, compileflags, out):
        failures = tries = 0
        original = self.optionflags
        for number, example in enumerate(test.examples):
            quiet = self.optionflags & REPORT_ONLY_FIRST_FAILURE and failures > 0
            self.optionflags = original
            for flag, on in example.options.items():
                self.optionflags = self.optionflags | flag if on else self.optionflags & ~flag
            if self.optionflags & SKIP:
                continue
            tries += 1
            if not quiet:
                self.report_start(out, test, example)
            exception = None
            try:
                exec(compile(example.source, "<doctest %s[%d]>" % (test.name, number), "single", compileflags, True),
                     test.globs)
            except KeyboardInterrupt:
                raise
            except BaseException:
                exception = sys.exc_info()
            got = self._fakeout.getvalue()
            self._fakeout.truncate(0)
            if exception is None:
                ok = self._checker.check_output(example.want, got, self.optionflags)
            else:
                message = "".join(traceback.format_exception_only(*exception[:2]))
                got += "".join(traceback.format_exception(*exception))
                if issubclass(exception[0], SyntaxError):  # the place of the error is not compared
                    message = [n for n in message.splitlines(True) if not n.startswith(" ")][-1]
                if example.exc_msg is None:
                    ok = None
                else:
                    ok = self._checker.check_output(example.exc_msg, message, self.optionflags)
                    if not ok and self.optionflags & IGNORE_EXCEPTION_DETAIL:
                        ok = self._checker.check_output(_type_only(example.exc_msg), _type_only(message),
                                                        self.optionflags)
            if ok:
                if not quiet:
                    self.report_success(out, test, example, got)
            else:
                failures += 1
                if not quiet and ok is None:
                    self.report_unexpected_exception(out, test, example, exception)
                elif not quiet:
                    self.report_failure(out, test, example, got)
                if self.optionflags & FAIL_FAST:
                    break
        self.optionflags = original
        f, t = self._name2ft.get(test.name, (0, 0))
        self._name2ft[test.name] = f + failures, t + tries
        self.failures += failures
        self.tries += tries
        return TestResults(failures, tries)

    def summarize(self, verbose=None):
        """Prints the sums and returns them."""
        if verbose is None:
            verbose = self._verbose
        failed = [(name, f, t) for name, (f, t) in sorted(self._name2ft.items()) if f]
        total_f = sum(f for f, t in self._name2ft.values())
        total_t = sum(t for f, t in self._name2ft.values())
        if failed:
            print(self.DIVIDER)
            print(len(failed), "items had failures:")
            for name, f, t in failed:
                print(" %3d of %3d in %s" % (f, t, name))
        if verbose:
            print(total_t, "tests in", len(self._name2ft), "items.")
            print(total_t - total_f, "passed and", total_f, "failed.")
        if total_f:
            print("***Test Failed***", total_f, "failures.")
        elif verbose:
            print("Test passed.")
        return TestResults(total_f, total_t)

    def merge(self, other):
        for name, (f, t) in other._name2ft.items():
            a, b = self._name2ft.get(name, (0, 0))
            self._name2ft[name] = a + f, b + t


def _type_only(message):
    """The exception's name without its module and message."""
    first = message.strip().split("\n", 1)[0]
    return first.partition(":")[0].rpartition(".")[2]


class DebugRunner(DocTestRunner):
    """Raises at the first example that differs."""

    def report_unexpected_exception(self, out, test, example, exc_info):
        raise UnexpectedException(test, example, exc_info)

    def report_failure(self, out, test, example, got):
        raise DocTestFailure(test, example, got)


master = None


def _finish(runner):
    global master
    runner.summarize()
    if master is None:
        master = runner
    else:
        master.merge(runner)
    return TestResults(runner.failures, runner.tries)


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None,
            raise_on_error=False, exclude_empty=False):
    """Runs the examples of a module (the main one by default)."""
    if m is None:
        m = sys.modules.get("__main__")
    if not inspect.ismodule(m):
        raise TypeError("testmod: module required; %r" % (m,))
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(exclude_empty=exclude_empty).find(m, name or m.__name__, globs=globs,
                                                                extraglobs=extraglobs):
        runner.run(test)
    return _finish(runner) if report else TestResults(runner.failures, runner.tries)


def _file_text(filename, module_relative, package, encoding):
    """What stands in a text file, and its path."""
    import os
    if module_relative:
        base = sys.modules["__main__" if package is None else getattr(package, "__name__", package)]
        filename = os.path.join(os.path.dirname(getattr(base, "__file__", "") or ""), *filename.split("/"))
    with open(filename, encoding=encoding or "utf-8") as f:
        return f.read(), filename


def testfile(filename, module_relative=True, name=None, package=None, globs=None, verbose=None, report=True,
             optionflags=0, extraglobs=None, raise_on_error=False, parser=DocTestParser(), encoding=None):
    """Runs the examples of a text file."""
    import os
    text, filename = _file_text(filename, module_relative, package, encoding)
    globs = {} if globs is None else globs.copy()
    globs.update(extraglobs or {})
    globs.setdefault("__name__", "__main__")
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)
    runner.run(parser.get_doctest(text, globs, name or os.path.basename(filename), filename, 0))
    return _finish(runner) if report else TestResults(runner.failures, runner.tries)


def run_docstring_examples(f, globs, verbose=False, name="NoName", compileflags=None, optionflags=0):
    """Runs the examples of one object."""
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(verbose=verbose, recurse=False).find(f, name, globs=globs):
        runner.run(test, compileflags=compileflags)


def script_from_examples(s):
    """The examples as a script, the rest as comments."""
    out = []
    for piece in DocTestParser().parse(s):
        if isinstance(piece, Example):
            out.append(piece.source[:-1])
            if piece.want:
                out.append("# Expected:")
                out += ["## " + line if line else "##" for line in piece.want.split("\n")[:-1]]
        else:
            out += ["# " + line if line.strip() else "#" for line in piece.split("\n")[:-1]]
    while out and out[-1] == "#":
        out.pop()
    while out and out[0] == "#":
        out.pop(0)
    return "\n".join(out) + "\n"


_CASES = ("DocTestCase", "SkipDocTestCase", "DocFileCase", "DocTestSuite", "DocFileSuite", "DocFileTest",
          "set_unittest_reportflags")


def __getattr__(name):
    if name not in _CASES:
        raise AttributeError(f"module 'doctest' has no attribute {name!r}")
    import _doctest_cases
    found = globals()[name] = getattr(_doctest_cases, name)
    return found


def __dir__():
    return sorted({*globals(), *_CASES})


def _test():
    """What `python -m doctest` does: run the examples of modules and text files; 1 if some fail."""
    import argparse
    parser = argparse.ArgumentParser(description="doctest runner")
    parser.add_argument("-v", "--verbose", action="store_true", default=False,
                        help="print very verbose output for all tests")
    parser.add_argument("-o", "--option", action="append", choices=OPTIONFLAGS_BY_NAME.keys(), default=[],
                        help="specify a doctest option flag to apply to the test run; may be specified more than once "
                             "to apply multiple options")
    parser.add_argument("-f", "--fail-fast", action="store_true",
                        help="stop running tests after first failure (this is a shorthand for -o FAIL_FAST, and is in "
                             "addition to any other -o options)")
    parser.add_argument("file", nargs="+", help="file containing the tests to run")
    args = parser.parse_args()
    options = FAIL_FAST if args.fail_fast else 0
    for name in args.option:
        options |= OPTIONFLAGS_BY_NAME[name]
    for path in args.file:
        if path.endswith(".py"):
            folder, name = os.path.split(path)
            sys.path.insert(0, folder)
            module = __import__(name[:-3])
            del sys.path[0]
            failed, _ = testmod(module, verbose=args.verbose, optionflags=options)
        else:
            failed, _ = testfile(path, module_relative=False, verbose=args.verbose, optionflags=options)
        if failed:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(_test())
