"""Finds tests in modules, classes and folders."""
import functools
import sys
import types

from . import case, suite, util

__unittest = True


def _format_exc():
    from traceback import format_exc  # not read before something cannot be loaded
    return format_exc()


def _is_module_file(name):
    stem = name.removesuffix(".py")
    return stem != name and stem.isidentifier()


class _FailedTest(case.TestCase):
    _testMethodName = None

    def __init__(self, method_name, exception):
        self._exception = exception
        super().__init__(method_name)

    def __getattr__(self, name):
        if name != self._testMethodName:
            return super().__getattr__(name)

        def test_failure():
            raise self._exception

        return test_failure


def _failed(name, exception, suite_class, message):
    test = _FailedTest(name, exception)
    return suite_class((test,)), message


def _import_failure(name, suite_class):
    message = "Failed to import test module: %s\n%s" % (name, _format_exc())
    return _failed(name, ImportError(message), suite_class, message)


class TestLoader:
    """Makes suites from modules, classes and names."""
    testMethodPrefix = "test"
    sortTestMethodsUsing = staticmethod(lambda a, b: (a > b) - (a < b))
    testNamePatterns = None
    suiteClass = suite.TestSuite
    _top_level_dir = None

    def __init__(self):
        super().__init__()
        self.errors = []

    def loadTestsFromTestCase(self, testCaseClass):
        """All tests of a class."""
        if issubclass(testCaseClass, suite.TestSuite):
            raise TypeError("Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?")
        names = self.getTestCaseNames(testCaseClass)
        if not names and hasattr(testCaseClass, "runTest"):
            names = ["runTest"]
        return self.suiteClass(map(testCaseClass, names))

    def loadTestsFromModule(self, module, *args, pattern=None, **kws):
        """All tests of a module."""
        tests = []
        for name in dir(module):
            obj = getattr(module, name)
            if isinstance(obj, type) and issubclass(obj, case.TestCase) and obj not in (case.TestCase,
                                                                                        case.FunctionTestCase):
                tests.append(self.loadTestsFromTestCase(obj))
        load = getattr(module, "load_tests", None)
        tests = self.suiteClass(tests)
        if load is not None:
            try:
                return load(self, tests, pattern)
            except Exception as e:
                message = "Failed to call load_tests:\n%s" % _format_exc()
                error_case, message = _failed(module.__name__, TypeError(message), self.suiteClass, message)
                self.errors.append(message)
                return error_case
        return tests

    def loadTestsFromName(self, name, module=None):
        """The tests that a dotted name leads to."""
        parts = name.split(".")
        error_case = message = None
        if module is None:
            left = parts[:]
            while left:
                module_name = ".".join(left)
                try:
                    module = __import__(module_name)
                    break
                except ImportError:
                    next_attribute = left.pop()
                    error_case, message = _import_failure(next_attribute, self.suiteClass)
                    if not left:
                        self.errors.append(message)
                        return error_case
            parts = parts[1:]
        obj = module
        for part in parts:
            try:
                parent, obj = obj, getattr(obj, part)
            except AttributeError as e:
                if getattr(obj, "__path__", None) is not None and error_case is not None:
                    self.errors.append(message)
                    return error_case
                message = "Failed to access attribute:\n%s" % _format_exc()
                error_case, message = _failed(part, AttributeError(message), self.suiteClass, message)
                self.errors.append(message)
                return error_case
        if isinstance(obj, types.ModuleType):
            return self.loadTestsFromModule(obj)
        if isinstance(obj, type) and issubclass(obj, case.TestCase):
            return self.loadTestsFromTestCase(obj)
        if isinstance(obj, types.FunctionType) and isinstance(parent, type) and issubclass(parent, case.TestCase):
            instance = parent(parts[-1])
            if not isinstance(getattr(instance, parts[-1]), types.FunctionType):
                return self.suiteClass([instance])
        elif isinstance(obj, suite.TestSuite):
            return obj
        if callable(obj):
            test = obj()
            if isinstance(test, suite.TestSuite):
                return test
            if isinstance(test, case.TestCase):
                return self.suiteClass([test])
            raise TypeError("calling %s returned %s, not a test" % (obj, test))
        raise TypeError("don't know how to make test from: %s" % obj)

    def loadTestsFromNames(self, names, module=None):
        """The tests of several names."""
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def getTestCaseNames(self, testCaseClass):
        """The names of the test methods of a class, sorted."""
        def wanted(name):
            if not name.startswith(self.testMethodPrefix) or not callable(getattr(testCaseClass, name)):
                return False
            full = "%s.%s.%s" % (testCaseClass.__module__, testCaseClass.__qualname__, name)
            if self.testNamePatterns is None:
                return True
            from fnmatch import fnmatchcase
            return any(fnmatchcase(full, p) for p in self.testNamePatterns)

        names = list(filter(wanted, dir(testCaseClass)))
        if self.sortTestMethodsUsing:
            names.sort(key=functools.cmp_to_key(self.sortTestMethodsUsing))
        return names

    def discover(self, start_dir, pattern="test*.py", top_level_dir=None):
        """The tests of the files below a folder."""
        import os
        start_dir = os.path.abspath(start_dir) if os.path.isdir(start_dir) else start_dir
        top = os.path.abspath(top_level_dir) if top_level_dir is not None else self._top_level_dir
        if not os.path.isdir(start_dir):
            __import__(start_dir)
            start_dir = os.path.abspath(os.path.dirname(sys.modules[start_dir].__file__))
        if top is None:
            top = start_dir
        self._top_level_dir = top
        if top not in sys.path:
            sys.path.insert(0, top)
        if start_dir != top and not os.path.isfile(os.path.join(start_dir, "__init__.py")):
            raise ImportError("Start directory is not importable: %r" % start_dir)
        return self.suiteClass(list(self._find(start_dir, pattern, top)))

    def _find(self, folder, pattern, top):
        import os
        from fnmatch import fnmatch
        for entry in sorted(os.listdir(folder)):
            path = os.path.join(folder, entry)
            if os.path.isfile(path):
                if not _is_module_file(entry) or not fnmatch(entry, pattern):
                    continue
                name = os.path.splitext(os.path.relpath(path, top))[0].replace(os.path.sep, ".")
                try:
                    __import__(name)
                    module = sys.modules[name]
                except case.SkipTest as e:
                    @case.skip(str(e))
                    def testSkipped(self):
                        pass
                    yield self.suiteClass((type("ModuleSkipped", (case.TestCase,), {name: testSkipped})(name),))
                except Exception:
                    error_case, message = _import_failure(name, self.suiteClass)
                    self.errors.append(message)
                    yield error_case
                else:
                    yield self.loadTestsFromModule(module, pattern=pattern)
            elif os.path.isfile(os.path.join(path, "__init__.py")):
                yield from self._find(path, pattern, top)


defaultTestLoader = TestLoader()
