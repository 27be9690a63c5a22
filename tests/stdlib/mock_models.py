# Mocks after models: signatures, children, asynchronous functions, sealed mocks; what patches put where; open() as a mock.
import asyncio
import re
import sys
from unittest import mock
from unittest.mock import ANY, DEFAULT, AsyncMock, MagicMock, Mock, NonCallableMock, PropertyMock, call, create_autospec, patch


def show(*parts):
    print(*[re.sub(r"id='\d+'", "id", str(part)) for part in parts])


def refused(function, *args, **kwargs):
    try:
        show("taken", function(*args, **kwargs))
    except Exception as e:
        show(type(e).__name__, e)


class Model:
    kind = "model"

    def __init__(self, a, b=1):
        self.a = a

    def method(self, x, *, y=2):
        return x

    @staticmethod
    def fixed(x):
        return x

    @classmethod
    def made(cls, x):
        return cls(x)

    @property
    def value(self):
        return 1

    async def later(self, x):
        return x

    class Inner:
        def deep(self, z):
            return z


def function(a, b=2):
    return a + b


# Models
m = create_autospec(Model)
refused(m)
instance = m(1, b=3)
show(m, instance, instance.method, m.Inner, isinstance(instance, Model))
for wrong in (lambda: instance.method(), lambda: instance.method(1, 2), lambda: instance.missing, lambda: m.fixed(),
              lambda: m.made(1, 2), lambda: m.Inner().deep()):
    refused(wrong)
instance.method(5, y=3)
instance.method.assert_called_once_with(5, y=3)
refused(instance.method.assert_called_with, 5)
show(m.mock_calls, m.Inner().deep(1) is m.Inner().deep.return_value)
show(type(instance.later).__name__, asyncio.run(instance.later(3)) is instance.later.return_value)
refused(instance.later.assert_awaited_with, 4)
f = create_autospec(function, return_value=7)
show(f(1), f(1, b=5), f.call_count, f.mock_calls, f.mock is not f, f.__name__)
refused(f)
refused(f.assert_called_once)
f.assert_has_calls([call(1), call(1, 5)])
refused(f.assert_has_calls, [call(1), call(1, 2, 3)])
refused(create_autospec, Mock())
refused(create_autospec, function, autospect=True)
refused(setattr, create_autospec(Model, spec_set=True), "other", 1)
refused(setattr, Mock(spec_set=["a"]), "b", 1)
refused(lambda: Mock(spec=["a"]).b)
refused(lambda: Mock().assret_called)
refused(setattr, Mock(), "__del__", 1)

# Names, sealing, special methods, effects
tree = Mock(name="tree")
show(tree.a.b(1).c, tree.mock_calls, tree.method_calls, tree.a().b()())
tree.attach_mock(Mock(name="other"), "joined")
tree.joined(9)
show(tree.joined, tree.mock_calls[-1])
mock.seal(tree)
refused(lambda: tree.a.new)
refused(lambda: tree.newer)
refused(setattr, tree, "newest", 3)
magic = MagicMock()
show(len(magic), int(magic), list(magic), bool(magic), 3 in magic, magic == magic, magic != 3, hash(magic) == hash(magic))
magic.__getitem__.side_effect = lambda key: key * 2
magic.__iter__.return_value = [1, 2]
magic.__str__ = lambda self: "text"
show(magic[4], list(magic), magic.mock_calls, str(magic))
magic.reset_mock()
show(magic.mock_calls, magic.__getitem__.call_count)
steps = Mock(side_effect=[1, KeyError("k"), DEFAULT], return_value="r")
for _ in range(4):
    refused(steps)
show(Mock(wraps=function)(2), Mock(wraps=function, return_value=9)(2), dir(NonCallableMock(spec=["q"]))[-3:])
refused(NonCallableMock())
asking = Mock()
for args in ((1, 2), (3,)):
    asking(*args)
refused(asking.assert_any_call, 4)
refused(asking.assert_has_calls, [call(3), call(1, 2)])
refused(asking.assert_has_calls, [call(3), call(7)], any_order=True)
asking.assert_has_calls([call(ANY), call(1, ANY)], any_order=True)
show(call.a(1).b.c(2).call_list(), call.x, call().y, call.__len__(), call(1) == call(1), call.a != call.b)
refused(asking.assert_not_called)


async def awaiting():
    later = AsyncMock(side_effect=[1, ValueError("v")])
    show(await later(1), later.await_count, later.await_args)
    for wait in (later, later):
        try:
            await wait(2)
        except Exception as e:
            show(type(e).__name__, e)
    refused(later.assert_awaited_once)
    refused(later.assert_any_await, 5)
    refused(later.assert_has_awaits, [call(2), call(1)])
    refused(later.assert_not_awaited)
    async with MagicMock() as entered:
        show(type(entered).__name__)
    items = MagicMock()
    items.__aiter__.return_value = [1, 2]
    show([item async for item in items])


asyncio.run(awaiting())

# Patches
here = sys.modules[__name__]
with patch.object(Model, "method", autospec=True) as method:
    Model(1).method(5)
    show(method.mock_calls[0].args[1:], Model.method is method)
with patch(f"{__name__}.function") as patched, patch.object(Model, "value", PropertyMock(return_value=4)):
    show(function is patched, Model(1).value)
show(function(1), Model(1).value, Model.method.__name__)


@patch.multiple(Model, kind="other", method=DEFAULT)
@patch.dict({"k": 1}, k=2)
@patch.object(here, "Model", new_callable=Mock)
def decorated(first, method):
    show(first is Model, type(method).__name__)


original = Model
decorated()
show(Model is original, Model.kind)
table = {"a": 1}
with patch.dict(table, {"b": 2}, clear=True, c=3):
    show(table)
show(table)
started = patch.object(Model, "kind", "started")
started.start()
show(Model.kind, started.stop(), Model.kind, started.stop())
refused(patch, "nodots")
refused(patch.object(Model, "nothing").__enter__)
refused(patch.object, "text", "name")
refused(patch.multiple, Model)
refused(patch.object(Model, "kind", 3, extra=1).__enter__)
refused(patch.object(Model, "kind", spec=True, autospec=True).__enter__)
refused(patch.object, Model, "kind", new=3, new_callable=Mock)
refused(patch.object, Model, "kind", auto_spec=True)
opened = mock.mock_open(read_data="one\ntwo\nthree")
with patch("builtins.open", opened):
    with open("file") as f:
        show(f.readline(), f.read(), f.read())
    show(list(open("file")), open("other").readlines())
show(opened.mock_calls[:4])
