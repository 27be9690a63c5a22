"""What a run of tests finds: the base of everything that tells of it."""
import io
import sys
from functools import wraps

from . import util

__unittest = True  # frames of modules with this name are left out of tracebacks
STDOUT_LINE, STDERR_LINE = "\nStdout:\n%s", "\nStderr:\n%s"


def failfast(method):
    """A method that stops the run first, if the result is to stop at the first failure."""
    @wraps(method)
    def stopping(self, *args, **kw):
        if getattr(self, "failfast", False):
            self.stop()
        return method(self, *args, **kw)

    return stopping


def _ended(text):
    return text if text.endswith("\n") else text + "\n"


class TestResult:
    """Collects what tests tell of themselves. Subclasses show it."""
    # For suites, which run the fixtures of classes and modules.
    _previousTestClass = None
    _testRunEntered = _moduleSetUpFailed = False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.testsRun = 0
        # Pairs of a test and a text, but for the last.
        self.failures, self.errors, self.skipped, self.expectedFailures = [], [], [], []
        self.unexpectedSuccesses = []
        self.failfast = self.shouldStop = self.buffer = self.tb_locals = False
        self._original_stdout, self._original_stderr = sys.stdout, sys.stderr
        self._stdout_buffer = self._stderr_buffer = None
        self._mirrorOutput = False  # what a test has printed is to be shown

    def __repr__(self):
        return (f"<{util.strclass(type(self))} run={self.testsRun} errors={len(self.errors)} "
                f"failures={len(self.failures)}>")

    # -- The run

    def startTestRun(self):
        """The tests are about to run."""

    def stopTestRun(self):
        """The tests have run."""

    def startTest(self, test):
        """A test is about to run."""
        self.testsRun += 1
        self._mirrorOutput = False
        self._setupStdout()

    def stopTest(self, test):
        """A test has run."""
        self._restoreStdout()
        self._mirrorOutput = False

    def stop(self):
        """Run no more tests."""
        self.shouldStop = True

    def printErrors(self):
        """Show what went wrong, at the end."""

    # -- What tests print, which is kept back if `buffer` is set

    def _setupStdout(self):
        if not self.buffer:
            return
        if self._stdout_buffer is None:
            self._stdout_buffer, self._stderr_buffer = io.StringIO(), io.StringIO()
        sys.stdout, sys.stderr = self._stdout_buffer, self._stderr_buffer

    def _restoreStdout(self):
        if not self.buffer:
            return
        if self._mirrorOutput:
            for stream, original, line in ((sys.stdout, self._original_stdout, STDOUT_LINE),
                                           (sys.stderr, self._original_stderr, STDERR_LINE)):
                printed = stream.getvalue()
                if printed:
                    original.write(line % _ended(printed))
        sys.stdout, sys.stderr = self._original_stdout, self._original_stderr
        for kept in (self._stdout_buffer, self._stderr_buffer):
            kept.seek(0)
            kept.truncate()

    # -- The outcome of a test

    def addSuccess(self, test):
        """It went well."""

    def addSkip(self, test, reason):
        """It was not run."""
        self.skipped.append((test, reason))

    @failfast
    def addError(self, test, err):
        """It raised an exception that is no failed assertion."""
        self._add(self.errors, test, err, test)

    @failfast
    def addFailure(self, test, err):
        """An assertion failed."""
        self._add(self.failures, test, err, test)

    def addSubTest(self, test, subtest, err):
        """A part of it has ended, well if err is None."""
        if err is None:
            return
        if getattr(self, "failfast", False):
            self.stop()
        failed = issubclass(err[0], test.failureException)
        self._add(self.failures if failed else self.errors, subtest, err, test)

    def addExpectedFailure(self, test, err):
        """It failed, as it should."""
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        """It went well, and should have failed."""
        self.unexpectedSuccesses.append(test)

    def wasSuccessful(self):
        """Whether all went as it should."""
        return not (self.failures or self.errors or getattr(self, "unexpectedSuccesses", ()))

    def _add(self, table, shown, err, test):
        table.append((shown, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    # -- Tracebacks

    def _exc_info_to_string(self, err, test):
        kind, value, tb = err
        tb = self._clean(kind, value, tb, test)
        from traceback import TracebackException  # not read before a test fails
        text = "".join(TracebackException(kind, value, tb, capture_locals=self.tb_locals).format())
        if self.buffer:
            for stream, line in ((sys.stdout, STDOUT_LINE), (sys.stderr, STDERR_LINE)):
                printed = stream.getvalue() if hasattr(stream, "getvalue") else ""
                if printed:
                    text += line % _ended(printed)
        return text

    def _clean(self, kind, value, tb, test):
        """Take out the frames of this package, before the test's own and behind an assertion that failed."""
        while tb is not None and self._is_relevant_tb_level(tb):
            tb = tb.tb_next
        if kind is getattr(test, "failureException", None):
            self._remove_unittest_tb_frames(tb)
        value.__traceback__ = tb
        return tb

    def _is_relevant_tb_level(self, tb):
        return "__unittest" in tb.tb_frame.f_globals

    def _remove_unittest_tb_frames(self, tb):
        last = None
        while tb is not None and not self._is_relevant_tb_level(tb):
            last, tb = tb, tb.tb_next
        if last is not None:
            last.tb_next = None
