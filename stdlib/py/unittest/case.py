"""Test cases, skips, expected failures."""
import sys
import time
import types
import warnings

from . import result
from .assertions import AssertionMethods
from .util import safe_repr, strclass

__unittest = True


class SkipTest(Exception):
    """Raised in a test to skip it."""


class _ShouldStop(Exception):
    """Ends a test in which a subtest failed, where no more is to run."""


class _UnexpectedSuccess(Exception):
    pass


def _add_skip(result, test_case, reason):
    if hasattr(result, "addSkip"):
        result.addSkip(test_case, reason)
    else:
        warnings.warn("TestResult has no addSkip method, skips not reported", RuntimeWarning, 2)
        result.addSuccess(test_case)


class _Outcome:
    """What one run of a test has come to. `success`: nothing has failed or been skipped so far."""

    def __init__(self, result=None):
        self.result, self.success = result, True
        self.result_supports_subtests = hasattr(result, "addSubTest")
        self.expecting_failure, self.expectedFailure = False, None

    def testPartExecutor(self, test_case, subTest=False):
        """A context manager for a part of the test: it swallows and reports what the part raises."""
        return _Part(self, test_case, subTest)


class _Part:
    __slots__ = ("outcome", "test", "is_subtest", "before")

    def __init__(self, outcome, test, is_subtest):
        self.outcome, self.test, self.is_subtest = outcome, test, is_subtest

    def __enter__(self):
        self.before, self.outcome.success = self.outcome.success, True

    def __exit__(self, kind, error, tb):
        outcome = self.outcome
        try:
            return self._report(outcome, kind, error, tb)
        finally:
            outcome.success = outcome.success and self.before

    def _report(self, outcome, kind, error, tb):
        if kind is None:
            if self.is_subtest and outcome.success:
                outcome.result.addSubTest(self.test.test_case, self.test, None)
            return False
        if issubclass(kind, KeyboardInterrupt):
            return False
        if issubclass(kind, SkipTest):
            outcome.success = False
            _add_skip(outcome.result, self.test, str(error))
        elif issubclass(kind, _ShouldStop):
            pass  # reported already
        elif outcome.expecting_failure:
            outcome.expectedFailure = kind, error, tb
        else:
            outcome.success = False
            self._add_failure(outcome.result, (kind, error, tb))
        return True

    def _add_failure(self, result, info):
        if self.is_subtest:
            result.addSubTest(self.test.test_case, self.test, info)
        elif result is not None:
            failed = issubclass(info[0], self.test.failureException)
            (result.addFailure if failed else result.addError)(self.test, info)


# Cleanups: functions to be called later, the last one first.

_module_cleanups = []


def _run_cleanups(cleanups, failed):
    """Call and forget all of them; `failed` is called where one raises."""
    while cleanups:
        function, args, kwargs = cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as e:
            failed(e)


def _enter_context(cm, add_cleanup):
    kind = type(cm)
    try:
        enter, leave = kind.__enter__, kind.__exit__
    except AttributeError:
        raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the context manager "
                        "protocol") from None
    value = enter(cm)
    add_cleanup(leave, cm, None, None, None)
    return value


def addModuleCleanup(function, /, *args, **kwargs):
    """Call a function after tearDownModule()."""
    _module_cleanups.append((function, args, kwargs))


def enterModuleContext(cm):
    """Enter a context manager until tearDownModule()."""
    return _enter_context(cm, addModuleCleanup)


def doModuleCleanups():
    """Call the functions given to addModuleCleanup()."""
    errors = []
    _run_cleanups(_module_cleanups, errors.append)
    if errors:
        raise errors[0]


# Skips and expected failures are marks on functions and classes.

def _unchanged(test_item):
    return test_item


def skip(reason):
    """A decorator: the test is not run. The reason may be left out, with the brackets."""
    def decorator(test_item):
        marked = test_item
        if not isinstance(test_item, type):
            from functools import wraps

            @wraps(test_item)
            def marked(*args, **kwargs):
                raise SkipTest(reason)
        marked.__unittest_skip__, marked.__unittest_skip_why__ = True, reason
        return marked
    return skip("")(reason) if isinstance(reason, types.FunctionType) else decorator


def skipIf(condition, reason):
    """A decorator: the test is not run if a condition holds."""
    return skip(reason) if condition else _unchanged


def skipUnless(condition, reason):
    """A decorator: the test is only run if a condition holds."""
    return skipIf(not condition, reason)


def expectedFailure(test_item):
    """A decorator: the test fails, and that is known."""
    test_item.__unittest_expecting_failure__ = True
    return test_item


def _reason_to_skip(*items):
    """The reason of the first of the items that has one; None if none of them is to be skipped."""
    if not any(getattr(item, "__unittest_skip__", False) for item in items):
        return None
    return next(filter(None, (getattr(item, "__unittest_skip_why__", "") for item in items)), "")


class TestCase(AssertionMethods):
    """One test: setUp(), the method named when it is made, tearDown()."""

    failureException = AssertionError
    longMessage = True
    maxDiff = 8 * 80
    _classSetupFailed = False
    _class_cleanups = []

    def __init_subclass__(cls, *args, **kwargs):
        cls._classSetupFailed, cls._class_cleanups = False, []
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName="runTest"):
        self._testMethodName, self._testMethodDoc = methodName, "No test"
        self._outcome = self._subtest = None
        self._cleanups = []
        method = getattr(self, methodName, None)
        if method is not None:
            self._testMethodDoc = method.__doc__
        elif methodName != "runTest":  # without it an object can be made to use its assertions
            raise ValueError(f"no such test method in {type(self)}: {methodName}")
        self._init_equality()

    # To be overridden.

    def setUp(self):
        """Called before the test method."""

    def tearDown(self):
        """Called after the test method, also if it failed."""

    @classmethod
    def setUpClass(cls):
        """Called before the tests of the class."""

    @classmethod
    def tearDownClass(cls):
        """Called after the tests of the class."""

    def defaultTestResult(self):
        """A result for run() without one."""
        return result.TestResult()

    # Cleanups.

    def addCleanup(self, function, /, *args, **kwargs):
        """Call a function after tearDown(), the last added first."""
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        """Enter a context manager until the end of the test."""
        return _enter_context(cm, self.addCleanup)

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        """Call a function after tearDownClass()."""
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        """Enter a context manager until tearDownClass()."""
        return _enter_context(cm, cls.addClassCleanup)

    def doCleanups(self):
        """Call the functions given to addCleanup()."""
        outcome = self._outcome or _Outcome()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            with outcome.testPartExecutor(self):
                self._callCleanup(function, *args, **kwargs)
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        """Call the functions given to addClassCleanup()."""
        cls.tearDown_exceptions = []
        _run_cleanups(cls._class_cleanups, lambda e: cls.tearDown_exceptions.append(sys.exc_info()))

    # What the test is called.

    def countTestCases(self):
        """1."""
        return 1

    def id(self):
        """module.Class.method"""
        return f"{strclass(type(self))}.{self._testMethodName}"

    def shortDescription(self):
        """The first line of the method's docstring, or None."""
        doc = self._testMethodDoc
        return doc.strip().partition("\n")[0].strip() if doc else None

    def __str__(self):
        return f"{self._testMethodName} ({strclass(type(self))}.{self._testMethodName})"

    def __repr__(self):
        return f"<{strclass(type(self))} testMethod={self._testMethodName}>"

    def __eq__(self, other):
        return self._testMethodName == other._testMethodName if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    # Running. What is called goes through these, which asynchronous cases replace.

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        if method() is not None:
            warnings.warn(f"It is deprecated to return a value that is not None from a test case ({method})",
                          DeprecationWarning, stacklevel=3)

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, *args, **kwargs):
        function(*args, **kwargs)

    def run(self, result=None):
        """Run the test and report to a result, which is returned; without one, to a new one."""
        own = result is None
        if own:
            result = self.defaultTestResult()
            getattr(result, "startTestRun", lambda: None)()
        result.startTest(self)
        try:
            method = getattr(self, self._testMethodName)
            reason = _reason_to_skip(type(self), method)
            if reason is not None:
                _add_skip(result, self, reason)
                return result
            expecting = any(getattr(item, "__unittest_expecting_failure__", False) for item in (self, method))
            outcome = self._outcome = _Outcome(result)
            try:
                with outcome.testPartExecutor(self):
                    self._callSetUp()
                if outcome.success:
                    outcome.expecting_failure = expecting
                    with outcome.testPartExecutor(self):
                        self._callTestMethod(method)
                    outcome.expecting_failure = False
                    with outcome.testPartExecutor(self):
                        self._callTearDown()
                self.doCleanups()
                self._report(outcome, expecting)
            finally:
                outcome.expectedFailure = outcome = self._outcome = None  # its traceback refers to this frame
            return result
        finally:
            result.stopTest(self)
            if own:
                getattr(result, "stopTestRun", lambda: None)()

    def _report(self, outcome, expecting):
        if not outcome.success:
            return  # reported when it failed
        if not expecting:
            outcome.result.addSuccess(self)
        elif outcome.expectedFailure:
            outcome.result.addExpectedFailure(self, outcome.expectedFailure)
        else:
            outcome.result.addUnexpectedSuccess(self)

    __call__ = lambda self, *args, **kwds: self.run(*args, **kwds)

    def debug(self):
        """Run the test and let exceptions out."""
        method = getattr(self, self._testMethodName)
        reason = _reason_to_skip(type(self), method)
        if reason is not None:
            raise SkipTest(reason)
        self._callSetUp()
        self._callTestMethod(method)
        self._callTearDown()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            self._callCleanup(function, *args, **kwargs)

    def subTest(self, msg=None, **params):
        """A context manager for a part of the test that is reported by itself, and whose failure does not end the test."""
        return _SubTestBlock(self, msg, params)

    def skipTest(self, reason):
        """Skip this test."""
        raise SkipTest(reason)

    def fail(self, msg=None):
        """Fail at once."""
        raise self.failureException(msg)


class _SubTestBlock:
    """The context manager of subTest()."""

    def __init__(self, test, message, params):
        self.test, self.message, self.params = test, message, params

    def __enter__(self):
        test, self.part = self.test, None
        outcome = test._outcome
        if outcome is None or not outcome.result_supports_subtests:
            return
        self.parent = test._subtest
        from collections import ChainMap
        params = ChainMap(self.params) if self.parent is None else self.parent.params.new_child(self.params)
        test._subtest = _SubTest(test, self.message, params)
        self.part = outcome.testPartExecutor(test._subtest, subTest=True)
        self.part.__enter__()

    def __exit__(self, *error):
        if self.part is None:
            return False
        outcome = self.test._outcome
        try:
            swallowed = self.part.__exit__(*error)
            if error[0] is not None and not swallowed:
                return False
            stop = outcome.expectedFailure if outcome.success else outcome.result is not None and outcome.result.failfast
            if stop:
                raise _ShouldStop
            return swallowed
        finally:
            self.test._subtest = self.parent


class FunctionTestCase(TestCase):
    """A test case made of functions."""

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._testFunc, self._setUpFunc, self._tearDownFunc, self._description = testFunc, setUp, tearDown, description

    def setUp(self):
        """Call the function for that."""
        if self._setUpFunc is not None:
            self._setUpFunc()

    def tearDown(self):
        """Call the function for that."""
        if self._tearDownFunc is not None:
            self._tearDownFunc()

    def runTest(self):
        """Call the function."""
        self._testFunc()

    def id(self):
        """The function's name."""
        return self._testFunc.__name__

    def shortDescription(self):
        """The description, or the first line of the function's docstring."""
        if self._description is not None:
            return self._description
        return (self._testFunc.__doc__ or "").partition("\n")[0].strip() or None

    def _key(self):
        return self._setUpFunc, self._tearDownFunc, self._testFunc, self._description

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self):
        return hash((type(self), *self._key()))

    def __str__(self):
        return f"{strclass(type(self))} ({self._testFunc.__name__})"

    def __repr__(self):
        return f"<{strclass(type(self))} tec={self._testFunc}>"


class _SubTest(TestCase):
    """What a result gets for a subtest."""

    def __init__(self, test_case, message, params):
        super().__init__()
        self.test_case, self._message, self.params = test_case, message, params
        self.failureException = test_case.failureException

    def runTest(self):
        raise NotImplementedError("subtests cannot be run directly")

    def _description(self):
        shown = [] if self._message is None else [f"[{self._message}]"]
        if self.params:
            shown.append(f"({', '.join([f'{name}={value!r}' for name, value in self.params.items()])})")
        return " ".join(shown) or "(<subtest>)"

    def id(self):
        return f"{self.test_case.id()} {self._description()}"

    def shortDescription(self):
        return self.test_case.shortDescription()

    def __str__(self):
        return f"{self.test_case} {self._description()}"
