"""The assert methods of test cases."""
import sys
import warnings
from _namedtuple import namedtuple

from .util import common_shorten_repr, count_differences, safe_repr, strclass

__unittest = True


def _compile(pattern):
    import re  # only tests of texts need it
    return re.compile(pattern)
_DIFF_OMITTED = "\nDiff is %s characters long. Set self.maxDiff to None to see it."


def _pretty_diff(a, b):
    """ndiff of the printed forms of two values."""
    import difflib
    import pprint
    return "\n" + "\n".join(difflib.ndiff(pprint.pformat(a).splitlines(), pprint.pformat(b).splitlines()))


class _RaisesContext:
    """assertRaises() and its relatives as context managers."""
    _type = BaseException
    _message = "assertRaises() arg 1 must be an exception type or tuple of exception types"

    def __init__(self, expected, case, regex=None, name="assertRaises"):
        self.test_case = case
        self.expected = expected
        self.expected_regex = _compile(regex) if isinstance(regex, (str, bytes)) else regex
        self.obj_name = None
        self.msg = None
        self._name = name

    def handle(self, args, kwargs):
        types = self.expected if isinstance(self.expected, tuple) else (self.expected,)
        if not all(isinstance(t, type) and issubclass(t, self._type) for t in types):
            raise TypeError("%s() arg 1 must be %s" % (self._name, self._what))
        if not args:
            self.msg = kwargs.pop("msg", None)
            if kwargs:
                raise TypeError("%r is an invalid keyword argument for this function" % next(iter(kwargs)))
            return self
        function, *args = args
        self.obj_name = getattr(function, "__name__", None) or str(function)
        with self:
            function(*args, **kwargs)

    _what = "an exception type or tuple of exception types"

    def _fail(self, standard):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, standard))

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        if exc_type is None:
            try:
                name = self.expected.__name__
            except AttributeError:
                name = str(self.expected)
            if self.obj_name:
                self._fail("{} not raised by {}".format(name, self.obj_name))
            else:
                self._fail("{} not raised".format(name))
        if not issubclass(exc_type, self.expected):
            return False
        from traceback import clear_frames
        clear_frames(tb)
        self.exception = exc_value.with_traceback(None)
        if self.expected_regex is not None and not self.expected_regex.search(str(exc_value)):
            self._fail('"{}" does not match "{}"'.format(self.expected_regex.pattern, str(exc_value)))
        return True


class _WarnsContext(_RaisesContext):
    _type = Warning
    _what = "a warning type or tuple of warning types"

    def __enter__(self):
        for module in list(sys.modules.values()):
            if getattr(module, "__warningregistry__", None):
                module.__warningregistry__ = {}
        self._manager = warnings.catch_warnings(record=True)
        self.warnings = self._manager.__enter__()
        warnings.simplefilter("always", self.expected)
        return self

    def __exit__(self, exc_type, exc_value, tb):
        self._manager.__exit__(exc_type, exc_value, tb)
        if exc_type is not None:
            return
        try:
            name = self.expected.__name__
        except AttributeError:
            name = str(self.expected)
        first = None
        for m in self.warnings:
            w = m.message
            if not isinstance(w, self.expected):
                continue
            if first is None:
                first = w
            if self.expected_regex is not None and not self.expected_regex.search(str(w)):
                continue
            self.warning = w
            self.filename = m.filename
            self.lineno = m.lineno
            return
        if first is not None:
            self._fail('"{}" does not match "{}"'.format(self.expected_regex.pattern, str(first)))
        if self.obj_name:
            self._fail("{} not triggered by {}".format(name, self.obj_name))
        else:
            self._fail("{} not triggered".format(name))


_LoggingWatcher = namedtuple("_LoggingWatcher", ["records", "output"])


class _LogsContext:
    """assertLogs() and assertNoLogs()."""

    def __init__(self, case, logger_name, level, no_logs):
        import logging
        self.test_case = case
        self.logger_name = logger_name
        self.level = logging._nameToLevel.get(level, level) if level else logging.INFO
        self.msg = None
        self.no_logs = no_logs

    def __enter__(self):
        import logging
        watcher = self.watcher = _LoggingWatcher([], [])
        formatter = logging.Formatter("%(levelname)s:%(name)s:%(message)s")

        class Capturing(logging.Handler):
            def emit(self, record):
                watcher.records.append(record)
                watcher.output.append(self.format(record))

        if isinstance(self.logger_name, logging.Logger):
            logger = self.logger = self.logger_name
        else:
            logger = self.logger = logging.getLogger(self.logger_name)
        handler = Capturing()
        handler.setLevel(self.level)
        handler.setFormatter(formatter)
        self.old = logger.handlers[:], logger.level, logger.propagate
        logger.handlers = [handler]
        logger.setLevel(self.level)
        logger.propagate = False
        return None if self.no_logs else watcher

    def __exit__(self, exc_type, exc_value, tb):
        handlers, level, self.logger.propagate = self.old
        self.logger.handlers = handlers
        self.logger.setLevel(level)
        if exc_type is not None:
            return False
        import logging
        if self.no_logs:
            if self.watcher.records:
                self._fail("Unexpected logs found: {!r}".format(self.watcher.output))
        elif not self.watcher.records:
            self._fail("no logs of level {} or higher triggered on {}".format(logging.getLevelName(self.level),
                                                                               self.logger.name))

    def _fail(self, standard):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, standard))


class AssertionMethods:
    """What TestCase offers to tests."""

    def _init_equality(self):
        self._type_equality_funcs = {dict: "assertDictEqual", list: "assertListEqual", tuple: "assertTupleEqual",
                                     set: "assertSetEqual", frozenset: "assertSetEqual", str: "assertMultiLineEqual"}

    def addTypeEqualityFunc(self, typeobj, function):
        """Compare two values of exactly this type by a function in assertEqual()."""
        self._type_equality_funcs[typeobj] = function

    def _formatMessage(self, msg, standardMsg):
        if not self.longMessage:
            return msg or standardMsg
        if msg is None:
            return standardMsg
        try:
            return "%s : %s" % (standardMsg, msg)
        except UnicodeDecodeError:
            return "%s : %s" % (safe_repr(standardMsg), safe_repr(msg))

    def _raise(self, msg, standard):
        raise self.failureException(self._formatMessage(msg, standard))

    def assertFalse(self, expr, msg=None):
        """The value is false."""
        if expr:
            self._raise(msg, "%s is not false" % safe_repr(expr))

    def assertTrue(self, expr, msg=None):
        """The value is true."""
        if not expr:
            self._raise(msg, "%s is not true" % safe_repr(expr))

    def assertRaises(self, expected_exception, *args, **kwargs):
        """A call, or the body of a with statement, raises an exception."""
        context = _RaisesContext(expected_exception, self)
        try:
            return context.handle(args, kwargs)
        finally:
            context = None

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        """An exception is raised whose text matches."""
        return _RaisesContext(expected_exception, self, expected_regex, "assertRaisesRegex").handle(args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        """A warning is issued."""
        return _WarnsContext(expected_warning, self, None, "assertWarns").handle(args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        """A warning is issued whose text matches."""
        return _WarnsContext(expected_warning, self, expected_regex, "assertWarnsRegex").handle(args, kwargs)

    def assertLogs(self, logger=None, level=None):
        """Something is logged in the body of a with statement."""
        return _LogsContext(self, logger, level, False)

    def assertNoLogs(self, logger=None, level=None):
        """Nothing is logged in the body of a with statement."""
        return _LogsContext(self, logger, level, True)

    def _getAssertEqualityFunc(self, first, second):
        if type(first) == type(second):
            function = self._type_equality_funcs.get(type(first))
            if function is not None:
                return getattr(self, function) if isinstance(function, str) else function
        return self._baseAssertEqual

    def _baseAssertEqual(self, first, second, msg=None):
        if not first == second:
            self._raise(msg, "%s != %s" % common_shorten_repr(first, second))

    def assertEqual(self, first, second, msg=None):
        """first == second"""
        self._getAssertEqualityFunc(first, second)(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        """first != second"""
        if not first != second:
            self._raise(msg, "%s == %s" % (safe_repr(first), safe_repr(second)))

    def _almost(self, first, second, places, delta):
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        diff = abs(first - second)
        if delta is not None:
            return diff, diff <= delta, "%s delta" % safe_repr(delta)
        if places is None:
            places = 7
        return diff, round(diff, places) == 0, "%r places" % places

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        """The values differ by less than a number of places, or by no more than delta."""
        if first == second:
            return
        diff, near, within = self._almost(first, second, places, delta)
        if not near:
            self._raise(msg, "%s != %s within %s (%s difference)" % (safe_repr(first), safe_repr(second), within,
                                                                     safe_repr(diff)))

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        """The values differ by more."""
        if delta is not None:
            diff, near, within = self._almost(first, second, places, delta)
            if first == second or near:
                self._raise(msg, "%s == %s within %s (%s difference)" % (safe_repr(first), safe_repr(second), within,
                                                                         safe_repr(diff)))
            return
        diff, near, within = self._almost(first, second, places, delta)
        if first == second or near:
            self._raise(msg, "%s == %s within %s" % (safe_repr(first), safe_repr(second), within))

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        """The sequences are equal."""
        if seq_type is not None:
            name = seq_type.__name__
            if not isinstance(seq1, seq_type):
                raise self.failureException("First sequence is not a %s: %s" % (name, safe_repr(seq1)))
            if not isinstance(seq2, seq_type):
                raise self.failureException("Second sequence is not a %s: %s" % (name, safe_repr(seq2)))
        else:
            name = "sequence"
        differing = None
        try:
            len1 = len(seq1)
        except (TypeError, NotImplementedError):
            differing = "First %s has no length.    Non-sequence?" % name
        if differing is None:
            try:
                len2 = len(seq2)
            except (TypeError, NotImplementedError):
                differing = "Second %s has no length.    Non-sequence?" % name
        if differing is None:
            if seq1 == seq2:
                return
            differing = "%ss differ: %s != %s\n" % ((name.capitalize(),) + common_shorten_repr(seq1, seq2))
            for i in range(min(len1, len2)):
                try:
                    item1 = seq1[i]
                except (TypeError, IndexError, NotImplementedError):
                    differing += "\nUnable to index element %d of first %s\n" % (i, name)
                    break
                try:
                    item2 = seq2[i]
                except (TypeError, IndexError, NotImplementedError):
                    differing += "\nUnable to index element %d of second %s\n" % (i, name)
                    break
                if item1 != item2:
                    differing += "\nFirst differing element %d:\n%s\n%s\n" % ((i,) + common_shorten_repr(item1, item2))
                    break
            else:
                if len1 == len2 and seq_type is None and type(seq1) != type(seq2):
                    return
            for longer, shorter, seq, which in (len1, len2, seq1, "First"), (len2, len1, seq2, "Second"):
                if longer > shorter:
                    differing += "\n%s %s contains %d additional elements.\n" % (which, name, longer - shorter)
                    try:
                        differing += "First extra element %d:\n%s\n" % (shorter, safe_repr(seq[shorter]))
                    except (TypeError, IndexError, NotImplementedError):
                        differing += "Unable to index element %d of %s %s\n" % (shorter, which.lower(), name)
        diff = _pretty_diff(seq1, seq2)
        self.fail(self._formatMessage(msg, self._truncate(differing, diff)))

    def _truncate(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + _DIFF_OMITTED % len(diff)

    _truncateMessage = _truncate

    def assertListEqual(self, list1, list2, msg=None):
        """The lists are equal."""
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        """The tuples are equal."""
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        """The sets are equal."""
        differences = []
        for a, b, which in (set1, set2, "first"), (set2, set1, "second"):
            try:
                differences.append(a.difference(b))
            except TypeError as e:
                self.fail("invalid type when attempting set difference: %s" % e)
            except AttributeError as e:
                self.fail("%s argument does not support set difference: %s" % (which, e))
        if not (differences[0] or differences[1]):
            return
        lines = []
        for which, items in ("first", differences[0]), ("second", differences[1]):
            if items:
                lines.append("Items in the %s set but not the %s:" % (which, "second" if which == "first" else "first"))
                lines.extend(repr(item) for item in items)
        self.fail(self._formatMessage(msg, "\n".join(lines)))

    def assertIn(self, member, container, msg=None):
        """member in container"""
        if member not in container:
            self._raise(msg, "%s not found in %s" % (safe_repr(member), safe_repr(container)))

    def assertNotIn(self, member, container, msg=None):
        """member not in container"""
        if member in container:
            self._raise(msg, "%s unexpectedly found in %s" % (safe_repr(member), safe_repr(container)))

    def assertIs(self, expr1, expr2, msg=None):
        """expr1 is expr2"""
        if expr1 is not expr2:
            self._raise(msg, "%s is not %s" % (safe_repr(expr1), safe_repr(expr2)))

    def assertIsNot(self, expr1, expr2, msg=None):
        """expr1 is not expr2"""
        if expr1 is expr2:
            self._raise(msg, "unexpectedly identical: %s" % (safe_repr(expr1),))

    def assertDictEqual(self, d1, d2, msg=None):
        """The dictionaries are equal."""
        self.assertIsInstance(d1, dict, "First argument is not a dictionary")
        self.assertIsInstance(d2, dict, "Second argument is not a dictionary")
        if d1 != d2:
            diff = _pretty_diff(d1, d2)
            self._raise(msg, self._truncate("%s != %s" % common_shorten_repr(d1, d2), diff))

    def assertDictContainsSubset(self, subset, dictionary, msg=None):
        """Old: the dictionary contains all items of another."""
        warnings.warn("assertDictContainsSubset is deprecated", DeprecationWarning)
        missing = [safe_repr(k) for k in subset if k not in dictionary]
        wrong = ["%s, expected: %s, actual: %s" % (safe_repr(k), safe_repr(v), safe_repr(dictionary[k]))
                 for k, v in subset.items() if k in dictionary and v != dictionary[k]]
        if missing or wrong:
            text = "Missing: %s" % ",".join(missing) if missing else ""
            if wrong:
                text += ("; " if text else "") + "Mismatched values: %s" % ",".join(wrong)
            self._raise(msg, text)

    def assertCountEqual(self, first, second, msg=None):
        """The same elements, whatever their order."""
        differences = count_differences(list(first), list(second))
        if differences:
            lines = ["First has %d, Second has %d:  %r" % d for d in differences]
            self.fail(self._formatMessage(msg, "\n".join(["Element counts were not equal:\n" + lines[0]] + lines[1:])))

    def assertMultiLineEqual(self, first, second, msg=None):
        """The texts are equal."""
        self.assertIsInstance(first, str, "First argument is not a string")
        self.assertIsInstance(second, str, "Second argument is not a string")
        if first != second:
            if len(first) > 2 ** 16 or len(second) > 2 ** 16:
                self._baseAssertEqual(first, second, msg)
            a = first.splitlines(keepends=True)
            b = second.splitlines(keepends=True)
            if len(a) == 1 and first.strip("\r\n") == first:
                a = [first + "\n"]
                b = [second + "\n"]
            import difflib
            diff = "\n" + "".join(difflib.ndiff(a, b))
            self.fail(self._formatMessage(msg, self._truncate("%s != %s" % common_shorten_repr(first, second), diff)))

    def _order(self, good, msg, a, b, word):
        if not good:
            self._raise(msg, "%s not %s %s" % (safe_repr(a), word, safe_repr(b)))

    def assertLess(self, a, b, msg=None):
        """a < b"""
        self._order(a < b, msg, a, b, "less than")

    def assertLessEqual(self, a, b, msg=None):
        """a <= b"""
        self._order(a <= b, msg, a, b, "less than or equal to")

    def assertGreater(self, a, b, msg=None):
        """a > b"""
        self._order(a > b, msg, a, b, "greater than")

    def assertGreaterEqual(self, a, b, msg=None):
        """a >= b"""
        self._order(a >= b, msg, a, b, "greater than or equal to")

    def assertIsNone(self, obj, msg=None):
        """obj is None"""
        if obj is not None:
            self._raise(msg, "%s is not None" % (safe_repr(obj),))

    def assertIsNotNone(self, obj, msg=None):
        """obj is not None"""
        if obj is None:
            self._raise(msg, "unexpectedly None")

    def assertIsInstance(self, obj, cls, msg=None):
        """isinstance(obj, cls)"""
        if not isinstance(obj, cls):
            self._raise(msg, "%s is not an instance of %r" % (safe_repr(obj), cls))

    def assertNotIsInstance(self, obj, cls, msg=None):
        """not isinstance(obj, cls)"""
        if isinstance(obj, cls):
            self._raise(msg, "%s is an instance of %r" % (safe_repr(obj), cls))

    def assertRegex(self, text, expected_regex, msg=None):
        """The text matches somewhere."""
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, "expected_regex must not be empty."
            expected_regex = _compile(expected_regex)
        if not expected_regex.search(text):
            self._raise(msg, "Regex didn't match: %r not found in %r" % (expected_regex.pattern, text))

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        """The text matches nowhere."""
        if isinstance(unexpected_regex, (str, bytes)):
            unexpected_regex = _compile(unexpected_regex)
        match = unexpected_regex.search(text)
        if match:
            self._raise(msg, "Regex matched: %r matches %r in %r" % (text[match.start():match.end()],
                                                                     unexpected_regex.pattern, text))

    def _old_name(original):
        def deprecated(self, *args, **kwargs):
            warnings.warn("Please use {0} instead.".format(original.__name__), DeprecationWarning, 2)
            return original(self, *args, **kwargs)
        return deprecated

    failUnlessEqual = assertEquals = _old_name(assertEqual)
    assertNotEquals = failIfEqual = _old_name(assertNotEqual)
    assertAlmostEquals = _old_name(assertAlmostEqual)
    assertNotAlmostEquals = _old_name(assertNotAlmostEqual)
    assert_ = failUnless = _old_name(assertTrue)
    failIf = _old_name(assertFalse)
    assertRaisesRegexp = _old_name(assertRaisesRegex)
    assertRegexpMatches = _old_name(assertRegex)
    assertNotRegexpMatches = _old_name(assertNotRegex)
    del _old_name, failUnlessEqual, failIfEqual, failUnless, failIf
