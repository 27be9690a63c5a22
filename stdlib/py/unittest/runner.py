"""Running tests and telling of them as text."""
import sys
import time
import warnings

from . import result
from .case import _SubTest

__unittest = True


class _WritelnDecorator:
    """A stream with writeln()."""

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, attr):
        if attr in ("stream", "__getstate__"):  # of copies that have no stream yet
            raise AttributeError(attr)
        return getattr(self.stream, attr)

    def writeln(self, arg=None):
        self.write(f"{arg}\n" if arg else "\n")


def _outcome(word, letter, new_line=False):
    """A method that takes note of an outcome and shows it: as a word behind the test's description, or as a letter.
    `new_line`: the description stands before it already."""
    def decorate(add):
        def method(self, test, *details):
            add(self, test, *details)
            shown = word.format(*details)
            if not self.showAll:
                self._letter(letter)
            elif new_line:
                self._line(shown)
            else:
                self._write_status(test, shown)

        method.__name__, method.__doc__ = add.__name__, add.__doc__
        return method

    return decorate


class TextTestResult(result.TestResult):
    """Shows a letter for each test, or with more verbosity a line."""
    separator1, separator2 = "=" * 70, "-" * 70

    def __init__(self, stream, descriptions, verbosity):
        super().__init__(stream, descriptions, verbosity)
        self.stream, self.descriptions = stream, descriptions
        self.showAll, self.dots = verbosity > 1, verbosity == 1
        self._newline = True  # nothing stands in the present line

    def getDescription(self, test):
        """The name of a test, and the first line of its documentation."""
        first = self.descriptions and test.shortDescription()
        return f"{test}\n{first}" if first else str(test)

    def _line(self, text):
        self.stream.writeln(text)
        self.stream.flush()
        self._newline = True

    def _letter(self, letter):
        if self.dots:
            self.stream.write(letter)
            self.stream.flush()

    def _write_status(self, test, status):
        part = isinstance(test, _SubTest)
        if part and not self._newline:
            self.stream.writeln()
        if part or self._newline:
            self.stream.write(f"{'  ' if part else ''}{self.getDescription(test)} ... ")
        self._line(status)

    def startTest(self, test):
        """Say which test starts, if so wanted."""
        super().startTest(test)
        if self.showAll:
            self.stream.write(f"{self.getDescription(test)} ... ")
            self.stream.flush()
            self._newline = False

    def addSubTest(self, test, subtest, err):
        """Note the outcome of a part of a test."""
        if err is not None:
            word = "FAIL" if issubclass(err[0], subtest.failureException) else "ERROR"
            if self.showAll:
                self._write_status(subtest, word)
            else:
                self._letter(word[0])
        super().addSubTest(test, subtest, err)

    addSuccess = _outcome("ok", ".")(result.TestResult.addSuccess)
    addError = _outcome("ERROR", "E")(result.TestResult.addError)
    addFailure = _outcome("FAIL", "F")(result.TestResult.addFailure)
    addSkip = _outcome("skipped {0!r}", "s")(result.TestResult.addSkip)
    addExpectedFailure = _outcome("expected failure", "x", True)(result.TestResult.addExpectedFailure)
    addUnexpectedSuccess = _outcome("unexpected success", "u", True)(result.TestResult.addUnexpectedSuccess)

    def printErrors(self):
        """Print all failures."""
        if self.dots or self.showAll:
            self._line("")
        self.printErrorList("ERROR", self.errors)
        self.printErrorList("FAIL", self.failures)
        unexpected = getattr(self, "unexpectedSuccesses", ())
        if unexpected:
            self.stream.writeln(self.separator1)
        for test in unexpected:
            self._line(f"UNEXPECTED SUCCESS: {self.getDescription(test)}")

    def printErrorList(self, flavour, errors):
        """Show tests with what went wrong in them."""
        for test, text in errors:
            self._line("\n".join([self.separator1, f"{flavour}: {self.getDescription(test)}", self.separator2, text]))


class TextTestRunner:
    """Runs a test or a suite, and sums up."""
    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False):
        self.stream = _WritelnDecorator(sys.stderr if stream is None else stream)
        self.descriptions, self.verbosity = descriptions, verbosity
        self.failfast, self.buffer, self.tb_locals = failfast, buffer, tb_locals
        self.warnings = warnings
        self.resultclass = self.resultclass if resultclass is None else resultclass

    def _makeResult(self):
        return self.resultclass(self.stream, self.descriptions, self.verbosity)

    def run(self, test):
        """Run a test or a suite; what was found."""
        found = self._makeResult()
        for option in ("failfast", "buffer", "tb_locals"):
            setattr(found, option, getattr(self, option))
        with warnings.catch_warnings():
            if self.warnings:
                warnings.simplefilter(self.warnings)
            start = time.perf_counter()
            found.startTestRun()
            try:
                test(found)
            finally:
                found.stopTestRun()
            taken = time.perf_counter() - start
        found.printErrors()
        self._sum_up(found, taken)
        return found

    def _sum_up(self, found, taken):
        if hasattr(found, "separator2"):
            self.stream.writeln(found.separator2)
        count = found.testsRun
        self.stream.writeln(f"Ran {count} test{'' if count == 1 else 's'} in {taken:.3f}s\n")
        good = found.wasSuccessful()
        tables = [] if good else [("failures", found.failures), ("errors", found.errors)]
        tables += [("skipped", found.skipped), ("expected failures", found.expectedFailures),
                   ("unexpected successes", found.unexpectedSuccesses)]
        shown = ", ".join([f"{name}={len(table)}" for name, table in tables if table])
        self.stream.writeln(("OK" if good else "FAILED") + (f" ({shown})" if shown else ""))
        self.stream.flush()
