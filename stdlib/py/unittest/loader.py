"""Finds tests in modules, classes and folders."""
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
        if name == self._testMethodName:
            return self._fail
        return super().__getattr__(name)

    def _fail(self):
        raise self._exception


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
        self._asking = set()  # paths whose load_tests() may be running

    def loadTestsFromTestCase(self, testCaseClass):
        """All tests of a class."""
        if self._is_class(testCaseClass, suite.TestSuite):
            raise TypeError("Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?")
        names = self.getTestCaseNames(testCaseClass)
        if not names and hasattr(testCaseClass, "runTest"):
            names = ["runTest"]
        return self.suiteClass(map(testCaseClass, names))

    def loadTestsFromModule(self, module, *args, pattern=None, **kws):
        """All tests of a module."""
        held = [getattr(module, name) for name in dir(module)]
        classes = [each for each in held if self._is_class(each) and each not in (case.TestCase, case.FunctionTestCase)]
        found = self.suiteClass(list(map(self.loadTestsFromTestCase, classes)))
        own = getattr(module, "load_tests", None)
        if own is None:
            return found
        try:
            return own(self, found, pattern)
        except Exception as error:
            message = "Failed to call load_tests:\n%s" % _format_exc()
            return self._noted(_failed(module.__name__, error, self.suiteClass, message))

    @staticmethod
    def _is_class(value, base=case.TestCase):
        return isinstance(value, type) and issubclass(value, base)

    def _noted(self, failure):
        """Keep the message of what could not be loaded; gives the test that fails in its place."""
        failing, message = failure
        self.errors.append(message)
        return failing

    def loadTestsFromName(self, name, module=None):
        """The tests that a dotted name leads to."""
        path, failure = name.split("."), None
        if module is None:
            module, failure = self._import_most(path)
            if module is None:
                return self._noted(failure)
            path = path[1:]
        found, holder = module, None
        for step in path:
            holder = found
            try:
                found = getattr(holder, step)
            except AttributeError as error:
                if failure is None or getattr(holder, "__path__", None) is None:
                    message = "Failed to access attribute:\n%s" % _format_exc()
                    failure = _failed(step, error, self.suiteClass, message)
                return self._noted(failure)
        return self._tests_of(found, holder, path)

    def _import_most(self, path):
        """(the package, why the rest of the path cannot be imported) of as much of a dotted name as can be imported."""
        failure = None
        for length in range(len(path), 0, -1):
            try:
                return __import__(".".join(path[:length])), failure
            except ImportError:
                failure = _import_failure(path[length - 1], self.suiteClass)
        return None, failure

    def _tests_of(self, found, holder, path):
        """The tests that something stands for: a module, class, method or suite, or a function that gives tests."""
        if isinstance(found, types.ModuleType):
            return self.loadTestsFromModule(found)
        if self._is_class(found):
            return self.loadTestsFromTestCase(found)
        if isinstance(found, suite.TestSuite):
            return found
        if isinstance(found, types.FunctionType) and self._is_class(holder):
            made = holder(path[-1])
            if not isinstance(getattr(made, path[-1]), types.FunctionType):  # no static method
                return self.suiteClass([made])
        if not callable(found):
            raise TypeError("don't know how to make test from: %s" % found)
        given = found()
        if isinstance(given, case.TestCase):
            return self.suiteClass([given])
        if not isinstance(given, suite.TestSuite):
            raise TypeError("calling %s returned %s, not a test" % (found, given))
        return given

    def loadTestsFromNames(self, names, module=None):
        """The tests of several names."""
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def getTestCaseNames(self, testCaseClass):
        """The names of the test methods of a class, sorted."""
        def wanted(name):
            if not name.startswith(self.testMethodPrefix) or not callable(getattr(testCaseClass, name)):
                return False
            patterns = self.testNamePatterns
            if patterns is None:
                return True
            from fnmatch import fnmatchcase
            full = "%s.%s.%s" % (testCaseClass.__module__, testCaseClass.__qualname__, name)
            return any(fnmatchcase(full, pattern) for pattern in patterns)

        order = self.sortTestMethodsUsing
        names = filter(wanted, dir(testCaseClass))
        if not order:
            return list(names)
        from functools import cmp_to_key
        return sorted(names, key=cmp_to_key(order))

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

    def _find(self, folder, pattern, top, inside=False):
        """Suites of what stands in a folder. `inside`: the tests of the package itself were found before."""
        import os
        if folder != top and not inside:
            found, deeper = self._find_one(folder, pattern, top)
            yield from found
            if not deeper:
                return
        for entry in sorted(os.listdir(folder)):
            path = os.path.join(folder, entry)
            found, deeper = self._find_one(path, pattern, top)
            yield from found
            if deeper:
                yield from self._find(path, pattern, top, inside=True)

    def _find_one(self, path, pattern, top):
        """The suites of a file, or of a package's own names, and whether to look into the package: not if its
        load_tests() was asked, which may ask for the same package itself.
        """
        import os
        from fnmatch import fnmatch
        entry, package = os.path.basename(path), os.path.isdir(path)
        if package and not os.path.isfile(os.path.join(path, "__init__.py")):
            return [], False
        if not package and not (os.path.isfile(path) and _is_module_file(entry) and fnmatch(entry, pattern)):
            return [], False
        if path in self._asking:
            return [], True
        name = os.path.relpath(path, top).removesuffix(".py").replace(os.path.sep, ".")
        try:
            __import__(name)
            module = sys.modules[name]
        except case.SkipTest as e:
            @case.skip(str(e))
            def testSkipped(self):
                pass
            return [self.suiteClass((type("ModuleSkipped", (case.TestCase,), {name: testSkipped})(name),))], False
        except Exception:
            return [self._noted(_import_failure(name, self.suiteClass))], False
        self._asking.add(path)
        try:
            return [self.loadTestsFromModule(module, pattern=pattern)], package and not hasattr(module, "load_tests")
        finally:
            self._asking.discard(path)


defaultTestLoader = TestLoader()


def _made(prefix, sortUsing, suiteClass=None, testNamePatterns=None):
    loader = TestLoader()
    loader.sortTestMethodsUsing, loader.testMethodPrefix, loader.testNamePatterns = sortUsing, prefix, testNamePatterns
    if suiteClass:
        loader.suiteClass = suiteClass
    return loader


def _warn(name, method):
    import warnings
    warnings.warn(f"unittest.{name}() is deprecated and will be removed in Python 3.13. Please use "
                  f"unittest.TestLoader.{method}() instead.", DeprecationWarning, stacklevel=3)


def getTestCaseNames(testCaseClass, prefix, sortUsing=util.three_way_cmp, testNamePatterns=None):
    """Names of the tests of a class."""
    _warn("getTestCaseNames", "getTestCaseNames")
    return _made(prefix, sortUsing, testNamePatterns=testNamePatterns).getTestCaseNames(testCaseClass)


def makeSuite(testCaseClass, prefix="test", sortUsing=util.three_way_cmp, suiteClass=suite.TestSuite):
    """The tests of a class."""
    _warn("makeSuite", "loadTestsFromTestCase")
    return _made(prefix, sortUsing, suiteClass).loadTestsFromTestCase(testCaseClass)


def findTestCases(module, prefix="test", sortUsing=util.three_way_cmp, suiteClass=suite.TestSuite):
    """The tests of a module."""
    _warn("findTestCases", "loadTestsFromModule")
    return _made(prefix, sortUsing, suiteClass).loadTestsFromModule(module)
