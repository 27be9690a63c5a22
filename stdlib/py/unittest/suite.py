"""Suites: lists of tests that run like one, with the fixtures of their classes and modules around them."""
import sys

from . import case, util

__unittest = True


class BaseTestSuite:
    """A list of tests, without fixtures of classes and modules."""
    _cleanup = True  # let go of each test once it has run

    def __init__(self, tests=()):
        self._tests, self._removed_tests = [], 0
        self.addTests(tests)

    def __repr__(self):
        return f"<{util.strclass(type(self))} tests={list(self)}>"

    def __eq__(self, other):
        return list(self) == list(other) if isinstance(other, type(self)) else NotImplemented

    def __iter__(self):
        return iter(self._tests)

    def addTest(self, test):
        """Add a test or a suite."""
        if not callable(test):
            raise TypeError(f"{test!r} is not callable")
        if isinstance(test, type) and issubclass(test, (case.TestCase, TestSuite)):
            raise TypeError("TestCases and TestSuites must be instantiated before passing them to addTest()")
        self._tests.append(test)

    def addTests(self, tests):
        """Add several."""
        if isinstance(tests, str):
            raise TypeError("tests must be an iterable of tests, not a string")
        for test in tests:
            self.addTest(test)

    def countTestCases(self):
        """How many tests there are, those that have run and are gone included."""
        return self._removed_tests + sum([test.countTestCases() for test in self if test])

    def _removeTestAtIndex(self, index):
        test, self._tests[index] = self._tests[index], None
        if hasattr(test, "countTestCases"):
            self._removed_tests += test.countTestCases()

    def run(self, result):
        """Run all tests, until the result says stop."""
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        return result

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        """Run all tests and let their exceptions out."""
        for test in self:
            test.debug()


class _ErrorHolder:
    """Stands among the tests for a fixture that failed."""
    failureException = None

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    __str__ = id

    def __repr__(self):
        return f"<ErrorHolder description={self.description!r}>"

    def shortDescription(self):
        return None

    def countTestCases(self):
        return 0

    def run(self, result):
        """Nothing is to be run."""

    __call__ = run


class _Buffered:
    """What is printed while fixtures run is kept back like that of tests."""

    def __init__(self, result):
        self._result = result

    def __enter__(self):
        self._result._setupStdout()

    def __exit__(self, *failure):
        self._result._restoreStdout()


class _Fixtures:
    """Runs the fixtures of classes and modules, as a run goes from one test to the next, and notes in the result what
    fails. The result knows the class of the last test."""

    def __init__(self, result):
        self.result = result
        self.previous = getattr(result, "_previousTestClass", None)

    def enter(self, test):
        """Whether a test may run, once the fixtures between it and the last one have."""
        cls = type(test)
        if cls != self.previous:
            self.leave_class()
        if self.previous is None or cls.__module__ != self.previous.__module__:
            self.leave_module()
            self.set_up_module(cls.__module__)
        if cls != self.previous:
            self.set_up_class(cls)
        self.result._previousTestClass = self.previous = cls
        return not (self.result._moduleSetUpFailed or getattr(cls, "_classSetupFailed", False))

    def leave(self):
        """The last test has run."""
        self.leave_class()
        self.leave_module()

    def _run(self, step, name, parent):
        """Run one fixture; whether it went well."""
        try:
            step()
        except Exception as failure:
            if isinstance(self.result, _DebugResult):
                raise
            self._note(failure, name, parent, sys.exc_info())
            return False
        return True

    def _note(self, failure, name, parent, info):
        holder = _ErrorHolder(f"{name} ({parent})")
        if isinstance(failure, case.SkipTest) and hasattr(self.result, "addSkip"):
            self.result.addSkip(holder, str(failure))
        else:
            self.result.addError(holder, info)

    # -- Modules

    def set_up_module(self, name):
        self.result._moduleSetUpFailed = False
        set_up = getattr(sys.modules.get(name), "setUpModule", None)
        if set_up is not None:
            with _Buffered(self.result):
                if not self._run(set_up, "setUpModule", name):
                    self.result._moduleSetUpFailed = True
                    self._run(case.doModuleCleanups, "setUpModule", name)

    def leave_module(self):
        name = None if self.previous is None else self.previous.__module__
        module = sys.modules.get(name)
        if module is not None and not self.result._moduleSetUpFailed:
            with _Buffered(self.result):
                if hasattr(module, "tearDownModule"):
                    self._run(module.tearDownModule, "tearDownModule", name)
                self._run(case.doModuleCleanups, "tearDownModule", name)

    # -- Classes

    def _clean_up(self, cls, name):
        cls.doClassCleanups()
        for info in cls.tearDown_exceptions:
            if isinstance(self.result, _DebugResult):
                raise info[1]
            self._note(info[1], name, util.strclass(cls), info)

    def set_up_class(self, cls):
        if self.result._moduleSetUpFailed or getattr(cls, "__unittest_skip__", False):
            return
        try:
            cls._classSetupFailed = False
        except TypeError:  # a class that is built in
            pass
        set_up = getattr(cls, "setUpClass", None)
        if set_up is not None:
            with _Buffered(self.result):
                if not self._run(set_up, "setUpClass", util.strclass(cls)):
                    cls._classSetupFailed = True
                    self._clean_up(cls, "setUpClass")

    def leave_class(self):
        cls = self.previous
        if (cls is None or self.result._moduleSetUpFailed or getattr(cls, "_classSetupFailed", False)
                or getattr(cls, "__unittest_skip__", False)):
            return
        with _Buffered(self.result):
            if hasattr(cls, "tearDownClass"):
                self._run(cls.tearDownClass, "tearDownClass", util.strclass(cls))
            if hasattr(cls, "doClassCleanups"):
                self._clean_up(cls, "tearDownClass")


class TestSuite(BaseTestSuite):
    """A list of tests, with the fixtures of their classes and modules."""

    def run(self, result, debug=False):
        """Run all tests, until the result says stop; with debug, exceptions are let out."""
        outermost = not getattr(result, "_testRunEntered", False)
        result._testRunEntered = True
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            if not hasattr(test, "__iter__") and not _Fixtures(result).enter(test):
                continue
            test.debug() if debug else test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        if outermost:
            _Fixtures(result).leave()
            result._testRunEntered = False
        return result

    def debug(self):
        """Run all tests and let their exceptions out."""
        self.run(_DebugResult(), True)


class _DebugResult:
    """The result of a run that lets exceptions out."""
    _previousTestClass = None
    _moduleSetUpFailed = _testRunEntered = shouldStop = False

    def _setupStdout(self):
        pass

    _restoreStdout = _setupStdout
