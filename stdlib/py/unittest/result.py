"""What a run of tests found."""
import io
import sys
import traceback
from functools import wraps

from . import util

__unittest = True
STDOUT_LINE = "\nStdout:\n%s"
STDERR_LINE = "\nStderr:\n%s"


def failfast(method):
    """A method after which the run stops if `failfast` is set."""
    @wraps(method)
    def inner(self, *args, **kw):
        if getattr(self, "failfast", False):
            self.stop()
        return method(self, *args, **kw)
    return inner


class TestResult:
    """Collects successes, failures, errors and skips."""
    _previousTestClass = None
    _testRunEntered = False
    _moduleSetUpFailed = False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast = False
        self.failures = []
        self.errors = []
        self.testsRun = 0
        self.skipped = []
        self.expectedFailures = []
        self.unexpectedSuccesses = []
        self.shouldStop = False
        self.buffer = False
        self.tb_locals = False
        self._stdout_buffer = self._stderr_buffer = None
        self._original_stdout = sys.stdout
        self._original_stderr = sys.stderr
        self._mirrorOutput = False

    def printErrors(self):
        """Called at the end of the run."""

    def startTest(self, test):
        """A test is about to run."""
        self.testsRun += 1
        self._mirrorOutput = False
        self._setupStdout()

    def _setupStdout(self):
        if self.buffer:
            if self._stderr_buffer is None:
                self._stderr_buffer = io.StringIO()
                self._stdout_buffer = io.StringIO()
            sys.stdout = self._stdout_buffer
            sys.stderr = self._stderr_buffer

    def startTestRun(self):
        """All tests are about to run."""

    def stopTest(self, test):
        """A test has run."""
        self._restoreStdout()
        self._mirrorOutput = False

    def _restoreStdout(self):
        if self.buffer:
            if self._mirrorOutput:
                output, error = sys.stdout.getvalue(), sys.stderr.getvalue()
                if output:
                    if not output.endswith("\n"):
                        output += "\n"
                    self._original_stdout.write(STDOUT_LINE % output)
                if error:
                    if not error.endswith("\n"):
                        error += "\n"
                    self._original_stderr.write(STDERR_LINE % error)
            sys.stdout = self._original_stdout
            sys.stderr = self._original_stderr
            self._stdout_buffer.seek(0)
            self._stdout_buffer.truncate()
            self._stderr_buffer.seek(0)
            self._stderr_buffer.truncate()

    def stopTestRun(self):
        """All tests have run."""

    @failfast
    def addError(self, test, err):
        """An exception that is no failed assertion."""
        self.errors.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    @failfast
    def addFailure(self, test, err):
        """A failed assertion."""
        self.failures.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSubTest(self, test, subtest, err):
        """The end of a subtest; err is None if it went well."""
        if err is not None:
            if getattr(self, "failfast", False):
                self.stop()
            errors = self.failures if issubclass(err[0], test.failureException) else self.errors
            errors.append((subtest, self._exc_info_to_string(err, test)))
            self._mirrorOutput = True

    def addSuccess(self, test):
        """A test that went well."""

    def addSkip(self, test, reason):
        """A test that was not run."""
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        """A failure that was expected."""
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        """A success where a failure was expected."""
        self.unexpectedSuccesses.append(test)

    def wasSuccessful(self):
        """Did all go well?"""
        return not self.failures and not self.errors and not getattr(self, "unexpectedSuccesses", None)

    def stop(self):
        """Run no further tests."""
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        exctype, value, tb = err
        tb = self._clean(exctype, value, tb, test)
        parts = traceback.TracebackException(exctype, value, tb, capture_locals=self.tb_locals).format()
        text = "".join(parts)
        if self.buffer:
            for stream, line in (sys.stdout, STDOUT_LINE), (sys.stderr, STDERR_LINE):
                output = stream.getvalue() if hasattr(stream, "getvalue") else ""
                if output:
                    text += line % (output if output.endswith("\n") else output + "\n")
        return text

    def _clean(self, exctype, value, tb, test):
        """Leave out the frames of this package at the start, and behind a failed assertion."""
        while tb and self._is_relevant_tb_level(tb):
            tb = tb.tb_next
        if exctype is getattr(test, "failureException", None):
            self._remove_unittest_tb_frames(tb)
        value.__traceback__ = tb
        return tb

    def _is_relevant_tb_level(self, tb):
        return "__unittest" in tb.tb_frame.f_globals

    def _remove_unittest_tb_frames(self, tb):
        prev = None
        while tb and not self._is_relevant_tb_level(tb):
            prev = tb
            tb = tb.tb_next
        if prev is not None:
            prev.tb_next = None

    def __repr__(self):
        return "<%s run=%i errors=%i failures=%i>" % (util.strclass(self.__class__), self.testsRun, len(self.errors),
                                                      len(self.failures))
