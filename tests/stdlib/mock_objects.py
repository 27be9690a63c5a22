# unittest.mock: recording, return values, side effects, specs, patches, special methods, coroutines, messages.
import asyncio, os, sys
from unittest.mock import (ANY, AsyncMock, DEFAULT, MagicMock, Mock, NonCallableMock, PropertyMock, call, create_autospec, mock_open, patch, seal, sentinel)
def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
m = Mock(return_value=3); print(m(1, a=2), m.called, m.call_count, m.call_args, m.call_args_list, m.mock_calls, m.call_args.args, m.call_args.kwargs)
m(5); t(m.assert_called_with, 5); t(m.assert_called_with, 6); t(m.assert_called_once); t(m.assert_called_once_with, 5); t(m.assert_any_call, 1, a=2); t(m.assert_any_call, 9); t(m.assert_not_called); t(m.assert_has_calls, [call(1, a=2), call(5)]); t(m.assert_has_calls, [call(7)]); t(m.assert_has_calls, [call(5), call(1, a=2)], any_order=True)
m.reset_mock(); print(m.called, m.mock_calls); t(m.assert_called); t(m.assert_called_with, 1)
m = Mock(); m.a.b(1).c(2); m.x = 5; print(m.mock_calls, m.method_calls, m.x, m.a.b.call_count, call.a.b(1).c(2).call_list()); print(repr(m.a.b()).split(" id")[0], repr(Mock(name="nm").z).split(" id")[0])
m = Mock(side_effect=[1, ValueError("bad"), 2]); print(m()); t(m); print(m()); t(m); m.side_effect = KeyError("k"); t(m); m.side_effect = lambda x: x * 2; print(m(4)); m.side_effect = lambda: DEFAULT; m.return_value = 9; print(m())
class C:
    attr = 1
    def meth(self, a, b=2): return a
    @staticmethod
    def st(x): return x
    async def co(self): return 1
s = Mock(spec=C); s.meth(1); t(lambda: s.nope); s.other = 1; print(isinstance(s, C), s.other); t(setattr, Mock(spec_set=C), "nope", 1); t(lambda: Mock(spec=["x"]).y)
a = create_autospec(C); i = a(); i.meth(1, b=3); t(i.meth); t(i.meth.assert_called_once_with, 1, b=3); t(lambda: i.nope); print(isinstance(i, C))
def fn(x, y=1): return x
f = create_autospec(fn, return_value=7); print(f(1), f.called, f.call_count); t(f); t(f.assert_called_once_with, 1)
g = MagicMock(); print(len(g), bool(g), int(g), list(g), g == g, g == 5, g[1] is g[2], 3 in g, g.__len__.called, str(g).startswith("<MagicMock id="), float(g)); g.__len__.return_value = 5; g.__iter__.return_value = [1, 2]; g.__getitem__.side_effect = lambda k: k * 2; g.__enter__.return_value = "in"
print(len(g), list(g), g[4], g.__getitem__.call_args_list)
with g as v: print(v, g.__exit__.called)
g.__str__.return_value = "text"; g.__lt__.return_value = True; print(str(g), g < 3); t(lambda: MagicMock() < 3); p = Mock(); p.__len__ = lambda self: 4; print(len(p)); t(len, Mock()); g.__add__.return_value = "sum"; print(g + 1)
with patch("os.getcwd", return_value="/fake") as pm: print(os.getcwd(), pm.called)
print(os.getcwd() != "/fake")
@patch.object(C, "attr", 99)
@patch("os.sep", "|")
@patch.object(C, "meth")
def deco(arg, mm): print(arg, C.attr, os.sep, mm is C.meth); C().meth(1); mm.assert_called_once_with(1)
deco("x"); print(C.attr, os.sep)
with patch.dict("os.environ", {"ZZ": "1"}): print(os.environ["ZZ"])
d = {"a": 1}
with patch.dict(d, {"b": 2}, clear=True): print(d)
print(d, "ZZ" in os.environ); t(patch, "nodot"); pt = patch.object(C, "attr", 5); print(pt.start(), C.attr, pt.stop(), C.attr)
with patch.multiple(C, attr=DEFAULT, st=4) as ms: print(list(ms), C.st)
with patch.object(C, "meth", autospec=True) as am:
    C().meth(5); t(C().meth); print(am.call_count)
with patch.object(C, "attr", new_callable=PropertyMock) as pr: pr.return_value = 12; print(C().attr, pr.mock_calls)
with patch("builtins.open", mock_open(read_data="l1\nl2\n")) as mo:
    with open("f") as fh: print(fh.read())
    print(list(open("g")), open("h").readline(), mo.call_args_list); open("w", "w").write("out"); mo().write.assert_called_once_with("out")
print(sentinel.one, sentinel.one is sentinel.one, ANY == 5, [1, ANY] == [1, 2], repr(ANY), call(1, x=2), call.foo(3), call("n") == call("n"), call(1) == call(2), (call(1, 2).args, call(k=1).kwargs))
am = AsyncMock(return_value=4)
async def go():
    print(await am(1), am.await_count, am.await_args); am.assert_awaited_once_with(1); t(am.assert_not_awaited); mm = MagicMock(spec=C); print(await mm.co() is not None, asyncio.iscoroutinefunction(am))
    async with MagicMock() as x: print(type(x).__name__)
    z = MagicMock(); z.__aiter__.return_value = [1, 2]; print([i async for i in z])
asyncio.run(go())
m = Mock(); m.a.return_value = 1; seal(m); print(m.a()); t(lambda: m.b); m = Mock(**{"x.y": 3, "z.side_effect": ValueError}); print(m.x.y); t(m.z); t(lambda: Mock().assert_foo)
m = Mock(wraps=[3, 1, 2]); print(m.index(1), m.index.call_args); parent = Mock(); child = Mock(); parent.attach_mock(child, "kid"); child(1); parent.other(2); print(parent.mock_calls); m = Mock(); del m.gone; t(lambda: m.gone); print(hasattr(m, "gone"), "a" in dir(Mock(spec=["a"]))); t(NonCallableMock())
