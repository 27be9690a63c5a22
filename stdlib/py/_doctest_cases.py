"""Examples as cases of unittest."""
import doctest
import os
import sys
import unittest
from io import StringIO

__name__ = "doctest"
_report_flags = 0  # of cases that have none of their own


def set_unittest_reportflags(flags):
    """How cases report failures that do not say it themselves; gives what was set before."""
    global _report_flags
    if flags & doctest.REPORTING_FLAGS != flags:
        raise ValueError("Only reporting flags allowed", flags)
    old, _report_flags = _report_flags, flags
    return old


class DocTestCase(unittest.TestCase):
    """The examples of a docstring."""

    def __init__(self, test, optionflags=0, setUp=None, tearDown=None, checker=None):
        super().__init__()
        self._dt_test, self._dt_optionflags, self._dt_checker = test, optionflags, checker
        self._dt_setUp, self._dt_tearDown = setUp, tearDown
        self._dt_globs = test.globs.copy()

    def setUp(self):
        if self._dt_setUp is not None:
            self._dt_setUp(self._dt_test)

    def tearDown(self):
        test = self._dt_test
        if self._dt_tearDown is not None:
            self._dt_tearDown(test)
        test.globs.clear()
        test.globs.update(self._dt_globs)

    def runTest(self):
        flags = self._dt_optionflags
        if not flags & doctest.REPORTING_FLAGS:
            flags |= _report_flags
        runner = doctest.DocTestRunner(optionflags=flags, checker=self._dt_checker, verbose=False)
        runner.DIVIDER = "-" * 70
        text = StringIO()
        failures, _ = runner.run(self._dt_test, out=text.write, clear_globs=False)
        if failures:
            raise self.failureException(self.format_failure(text.getvalue()))

    def format_failure(self, err):
        """What is said of a failure, before the report of the runner."""
        test = self._dt_test
        return (f"Failed doctest test for {test.name}\n  File \"{test.filename}\", line {test.lineno}, "
                f"in {test.name.rpartition('.')[2]}\n\n{err}")

    def debug(self):
        """Run, and let exceptions through."""
        self.setUp()
        runner = doctest.DebugRunner(optionflags=self._dt_optionflags, checker=self._dt_checker, verbose=False)
        runner.run(self._dt_test, clear_globs=False)
        self.tearDown()

    def id(self):
        return self._dt_test.name

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return (self._dt_test, self._dt_optionflags, self._dt_setUp, self._dt_tearDown, self._dt_checker) == (
            other._dt_test, other._dt_optionflags, other._dt_setUp, other._dt_tearDown, other._dt_checker)

    def __hash__(self):
        return hash((self._dt_optionflags, self._dt_setUp, self._dt_tearDown, self._dt_checker))

    def __repr__(self):
        where, _, name = self._dt_test.name.rpartition(".")
        return f"{name} ({where})"

    __str__ = object.__str__

    def shortDescription(self):
        return "Doctest: " + self._dt_test.name


class SkipDocTestCase(DocTestCase):
    """Stands for a module whose docstrings are left out."""

    def __init__(self, module):
        self.module = module
        super().__init__(doctest.DocTest([], {}, module.__name__, None, None, None))

    def setUp(self):
        self.skipTest("DocTestSuite will not work with -O2 and above")

    def runTest(self):
        pass

    def shortDescription(self):
        return "Skipping tests from %s" % self.module.__name__

    __str__ = shortDescription


class DocFileCase(DocTestCase):
    """The examples of a text file."""

    def id(self):
        return "_".join(self._dt_test.name.split("."))

    def __repr__(self):
        return self._dt_test.filename

    def format_failure(self, err):
        return f'Failed doctest test for {self._dt_test.name}\n  File "{self._dt_test.filename}", line 0\n\n{err}'


class _DocTestSuite(unittest.TestSuite):
    def _removeTestAtIndex(self, index):
        pass  # they may be looked at, and run again


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, **options):
    """The examples of a module as a suite."""
    if module is None or isinstance(module, str):
        module = sys.modules[module or "__main__"] if module in sys.modules or not module else _imported(module)
    suite = _DocTestSuite()
    for test in sorted((test_finder or doctest.DocTestFinder()).find(module, globs=globs, extraglobs=extraglobs)):
        if test.examples:
            test.filename = test.filename or getattr(module, "__file__", module.__name__)
            suite.addTest(DocTestCase(test, **options))
    return suite


def _imported(name):
    __import__(name)
    return sys.modules[name]


def DocFileTest(path, module_relative=True, package=None, globs=None, parser=None, encoding=None, **options):
    """The examples of a text file as a case."""
    if package and not module_relative:
        raise ValueError("Package may only be specified for module-relative paths.")
    globs = {} if globs is None else globs.copy()
    text, path = doctest._file_text(path, module_relative, package, encoding)
    globs.setdefault("__file__", path)
    test = (parser or doctest.DocTestParser()).get_doctest(text, globs, os.path.basename(path), path, 0)
    return DocFileCase(test, **options)


def DocFileSuite(*paths, **options):
    """The examples of text files as a suite."""
    suite = _DocTestSuite()
    if options.get("module_relative", True) and not options.get("package"):
        frame = sys._getframe(1)
        options["package"] = sys.modules.get(frame.f_globals.get("__name__"))
    for path in paths:
        suite.addTest(DocFileTest(path, **options))
    return suite
