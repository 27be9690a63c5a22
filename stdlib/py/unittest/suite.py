"""Suites of tests."""
import sys

from . import case, util

__unittest = True


class BaseTestSuite:
    """A list of tests that is a test, without fixtures of classes and modules."""
    _cleanup = True

    def __init__(self, tests=()):
        self._tests = []
        self._removed_tests = 0
        self.addTests(tests)

    def __repr__(self):
        return "<%s tests=%s>" % (util.strclass(self.__class__), list(self))

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return list(self) == list(other)

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        """How many cases there are."""
        cases = self._removed_tests
        for test in self:
            if test:
                cases += test.countTestCases()
        return cases

    def addTest(self, test):
        """Add a case or a suite."""
        if not callable(test):
            raise TypeError("{} is not callable".format(repr(test)))
        if isinstance(test, type) and issubclass(test, (case.TestCase, TestSuite)):
            raise TypeError("TestCases and TestSuites must be instantiated before passing them to addTest()")
        self._tests.append(test)

    def addTests(self, tests):
        """Add all cases of an iterable."""
        if isinstance(tests, str):
            raise TypeError("tests must be an iterable of tests, not a string")
        for test in tests:
            self.addTest(test)

    def run(self, result):
        """Run all tests."""
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        return result

    def _removeTestAtIndex(self, index):
        """Let the test go when it has run."""
        test = self._tests[index]
        if hasattr(test, "countTestCases"):
            self._removed_tests += test.countTestCases()
        self._tests[index] = None

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        """Run all tests without collecting results."""
        for test in self:
            test.debug()


class _ErrorHolder:
    """Stands for a fixture that failed."""
    failureException = None

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def __repr__(self):
        return "<ErrorHolder description=%r>" % (self.description,)

    def __str__(self):
        return self.description

    def run(self, result):
        pass

    def __call__(self, result):
        return self.run(result)

    def countTestCases(self):
        return 0


class TestSuite(BaseTestSuite):
    """A list of tests that is a test; runs the fixtures of their classes and modules."""

    def run(self, result, debug=False):
        top = False
        if not getattr(result, "_testRunEntered", False):
            result._testRunEntered = top = True
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            if not isinstance(test, BaseTestSuite) and _is_test(test):
                self._tear_down_class(test, result)
                self._set_up_module(test, result)
                self._set_up_class(test, result)
                result._previousTestClass = test.__class__
                if getattr(test.__class__, "_classSetupFailed", False) or result._moduleSetUpFailed:
                    continue
            if debug:
                test.debug()
            else:
                test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        if top:
            self._tear_down_class(None, result)
            self._tear_down_module(result)
            result._testRunEntered = False
        return result

    def debug(self):
        """Run all tests without collecting results."""
        self.run(_DebugResult(), True)

    def _set_up_class(self, test, result):
        previous = getattr(result, "_previousTestClass", None)
        current = test.__class__
        if current == previous or result._moduleSetUpFailed or getattr(current, "__unittest_skip__", False):
            return
        current._classSetupFailed = False
        set_up = getattr(current, "setUpClass", None)
        if set_up is not None:
            result._setupStdout()
            try:
                try:
                    set_up()
                except Exception as e:
                    if isinstance(result, _DebugResult):
                        raise
                    current._classSetupFailed = True
                    self._fixture_error(result, e, "setUpClass", util.strclass(current))
                if current._classSetupFailed:
                    self._class_cleanups(current, result, "setUpClass")
            finally:
                result._restoreStdout()

    def _class_cleanups(self, cls, result, method):
        cls.doClassCleanups()
        for info in cls.tearDown_exceptions:
            if isinstance(result, _DebugResult):
                raise info[1]
            self._fixture_error(result, info[1], method, util.strclass(cls), info)

    def _set_up_module(self, test, result):
        previous = self._previous_module(result)
        current = test.__class__.__module__
        if current == previous:
            return
        self._tear_down_module(result)
        result._moduleSetUpFailed = False
        module = sys.modules.get(current)
        set_up = getattr(module, "setUpModule", None)
        if set_up is not None:
            result._setupStdout()
            try:
                try:
                    set_up()
                except Exception as e:
                    if isinstance(result, _DebugResult):
                        raise
                    result._moduleSetUpFailed = True
                    self._fixture_error(result, e, "setUpModule", current)
                if result._moduleSetUpFailed:
                    try:
                        case.doModuleCleanups()
                    except Exception as e:
                        self._fixture_error(result, e, "setUpModule", current)
            finally:
                result._restoreStdout()

    def _previous_module(self, result):
        previous = getattr(result, "_previousTestClass", None)
        return previous.__module__ if previous is not None else None

    def _fixture_error(self, result, exception, method, parent, info=None):
        holder = _ErrorHolder(f"{method} ({parent})")
        add_skip = getattr(result, "addSkip", None)
        if add_skip is not None and isinstance(exception, case.SkipTest):
            add_skip(holder, str(exception))
        else:
            result.addError(holder, info or sys.exc_info())

    def _tear_down_module(self, result):
        previous = self._previous_module(result)
        if previous is None or result._moduleSetUpFailed:
            return
        module = sys.modules.get(previous)
        if module is None:
            return
        result._setupStdout()
        try:
            tear_down = getattr(module, "tearDownModule", None)
            for step in tear_down, case.doModuleCleanups:
                if step is None:
                    continue
                try:
                    step()
                except Exception as e:
                    if isinstance(result, _DebugResult):
                        raise
                    self._fixture_error(result, e, "tearDownModule", previous)
        finally:
            result._restoreStdout()

    def _tear_down_class(self, test, result):
        previous = getattr(result, "_previousTestClass", None)
        if test.__class__ == previous or previous is None or getattr(previous, "_classSetupFailed", False):
            return
        if result._moduleSetUpFailed or getattr(previous, "__unittest_skip__", False):
            return
        tear_down = getattr(previous, "tearDownClass", None)
        if tear_down is None and not hasattr(previous, "doClassCleanups"):
            return
        result._setupStdout()
        try:
            if tear_down is not None:
                try:
                    tear_down()
                except Exception as e:
                    if isinstance(result, _DebugResult):
                        raise
                    self._fixture_error(result, e, "tearDownClass", util.strclass(previous))
            if hasattr(previous, "doClassCleanups"):
                self._class_cleanups(previous, result, "tearDownClass")
        finally:
            result._restoreStdout()


def _is_test(test):
    try:
        iter(test)
    except TypeError:
        return True
    return False


class _DebugResult:
    _previousTestClass = None
    _moduleSetUpFailed = False
    _testRunEntered = False
    shouldStop = False

    def _setupStdout(self):
        pass

    def _restoreStdout(self):
        pass
