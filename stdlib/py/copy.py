"""Shallow and deep copies."""
import types
import weakref
from copyreg import dispatch_table

__all__ = ["Error", "copy", "deepcopy"]


class Error(Exception):
    pass


error = Error

_immutable = frozenset({
    types.NoneType, int, float, bool, complex, str, tuple, bytes, frozenset, type, range, slice, property,
    types.EllipsisType, types.NotImplementedType, types.FunctionType, types.BuiltinFunctionType, types.CodeType,
    weakref.ref,
})
_atomic = frozenset({
    types.NoneType, types.EllipsisType, types.NotImplementedType, int, float, bool, complex, bytes, str, types.CodeType,
    type, range, types.BuiltinFunctionType, types.FunctionType, weakref.ref, property,
})


def copy(x):
    """A shallow copy."""
    cls = type(x)
    if cls in _immutable:
        return x
    if cls is list or cls is dict or cls is set or cls is bytearray:
        return cls.copy(x)
    if issubclass(cls, type):
        return x
    copier = getattr(cls, "__copy__", None)
    if copier is not None:
        return copier(x)
    return _reconstruct_of(x, cls, None)


def deepcopy(x, memo=None, _nil=[]):
    """A copy of the object and of all that it refers to."""
    cls = type(x)
    if cls in _atomic:
        return x
    if memo is None:
        memo = {}
    d = id(x)
    y = memo.get(d, _nil)
    if y is not _nil:
        return y
    if cls is list:
        y = []
        memo[d] = y
        for item in x:
            y.append(deepcopy(item, memo))
        _keep_alive(x, memo)
        return y
    if cls is dict:
        y = {}
        memo[d] = y
        for key, value in x.items():
            y[deepcopy(key, memo)] = deepcopy(value, memo)
        _keep_alive(x, memo)
        return y
    if cls is tuple:
        return _deepcopy_tuple(x, memo)
    if cls is types.MethodType:
        return type(x)(x.__func__, deepcopy(x.__self__, memo))
    if issubclass(cls, type):
        y = x
    else:
        copier = getattr(x, "__deepcopy__", None)
        if copier is not None:
            y = copier(memo)
        else:
            y = _reconstruct_of(x, cls, memo)
    if y is not x:
        memo[d] = y
        _keep_alive(x, memo)
    return y


def _deepcopy_tuple(x, memo):
    y = [deepcopy(a, memo) for a in x]
    try:
        return memo[id(x)]
    except KeyError:
        pass
    for k, j in zip(x, y):
        if k is not j:
            result = tuple(y)
            break
    else:
        return x
    memo[id(x)] = result
    _keep_alive(x, memo)
    return result


def _keep_alive(x, memo):
    try:
        memo[id(memo)].append(x)
    except KeyError:
        memo[id(memo)] = [x]


def _reconstruct_of(x, cls, memo):
    reductor = dispatch_table.get(cls)
    if reductor is not None:
        rv = reductor(x)
    else:
        reductor = getattr(x, "__reduce_ex__", None)
        if reductor is not None:
            rv = reductor(4)
        else:
            reductor = getattr(x, "__reduce__", None)
            if reductor is None:
                raise Error("un(%s)copyable object of type %s" % ("shallow" if memo is None else "deep", cls))
            rv = reductor()
    if isinstance(rv, str):
        return x
    return _reconstruct(x, memo, *rv)


def _reconstruct(x, memo, func, args, state=None, listiter=None, dictiter=None):
    deep = memo is not None
    if deep and args:
        args = [deepcopy(arg, memo) for arg in args]
    y = func(*args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        if hasattr(y, "__setstate__"):
            y.__setstate__(state)
        else:
            if isinstance(state, tuple) and len(state) == 2:
                state, slotstate = state
            else:
                slotstate = None
            if state is not None:
                y.__dict__.update(state)
            if slotstate is not None:
                for key, value in slotstate.items():
                    setattr(y, key, value)
    if listiter is not None:
        for item in listiter:
            y.append(deepcopy(item, memo) if deep else item)
    if dictiter is not None:
        for key, value in dictiter:
            if deep:
                key = deepcopy(key, memo)
                value = deepcopy(value, memo)
            y[key] = value
    return y
