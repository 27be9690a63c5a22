"""Shallow and deep copies."""
import types
from _weakref import ref
from copyreg import dispatch_table as _reducers

__all__ = ["Error", "copy", "deepcopy"]


class Error(Exception):
    """An object cannot be copied."""


error = Error

# Types whose objects are their own copies.
_shared = frozenset({
    types.NoneType, types.EllipsisType, types.NotImplementedType, int, float, bool, complex, bytes, str, types.CodeType,
    type, range, types.BuiltinFunctionType, types.FunctionType, ref, property,
})
_shared_when_shallow = _shared | {tuple, frozenset, slice}
_copied_by_themselves = frozenset({list, dict, set, bytearray})


def copy(x):
    """A shallow copy."""
    kind = type(x)
    if kind in _shared_when_shallow or issubclass(kind, type):
        return x
    if kind in _copied_by_themselves:
        return kind.copy(x)
    own = getattr(kind, "__copy__", None)
    return _rebuilt(x, None) if own is None else own(x)


def deepcopy(x, memo=None, _nil=[]):
    """A copy of the object and of all that it refers to. `memo` has the copies that were made, by id."""
    kind = type(x)
    if kind in _shared:
        return x
    if memo is None:
        memo = {}
    else:
        made = memo.get(id(x), _nil)
        if made is not _nil:
            return made
    if kind is list:
        fresh = _remember(x, [], memo)
        for item in x:
            fresh.append(deepcopy(item, memo))
        return fresh
    if kind is dict:
        fresh = _remember(x, {}, memo)
        for k, v in x.items():
            fresh[deepcopy(k, memo)] = deepcopy(v, memo)
        return fresh
    builder = _builders.get(kind)
    if builder is not None:
        return builder(x, memo)
    if issubclass(kind, type):
        return x
    own = getattr(x, "__deepcopy__", None)
    return _remember(x, _rebuilt(x, memo) if own is None else own(memo), memo)


def _remember(x, made, memo):
    """Keep a copy, and the original too: its id must not be given to another object meanwhile."""
    if made is not x:
        memo[id(x)] = made
        originals = memo.get(id(memo))
        if originals is None:
            memo[id(memo)] = [x]
        else:
            originals.append(x)
    return made


def _deep_tuple(x, memo):
    """The tuple itself if nothing in it was copied. It may be inside of itself, by way of a list that was copied
    first."""
    items = [deepcopy(item, memo) for item in x]
    if id(x) in memo:
        return memo[id(x)]
    for new, old in zip(items, x):
        if new is not old:
            return _remember(x, tuple(items), memo)
    return x


def _deep_method(x, memo):
    return types.MethodType(x.__func__, deepcopy(x.__self__, memo))


_builders = {tuple: _deep_tuple, types.MethodType: _deep_method}


def _reduced(x, memo):
    """How the object is made again, as pickle knows it."""
    kind = type(x)
    if kind in _reducers:
        return _reducers[kind](x)
    reduce = getattr(x, "__reduce_ex__", None)
    if reduce is not None:
        return reduce(4)
    reduce = getattr(x, "__reduce__", None)
    if reduce is not None:
        return reduce()
    raise Error("un(%s)copyable object of type %s" % ("shallow" if memo is None else "deep", kind))


def _rebuilt(x, memo):
    """A copy by what pickle would do; deep if there is a memo."""
    recipe = _reduced(x, memo)
    if isinstance(recipe, str):
        return x
    count = len(recipe)
    if not 2 <= count <= 5:
        raise TypeError(f"an object is made again by 2 to 5 things, not {count}")
    deep, function, arguments = memo is not None, recipe[0], recipe[1]
    if deep:
        # It is remembered before what may refer to it.
        made = memo[id(x)] = function(*[deepcopy(argument, memo) for argument in arguments])
    else:
        made = function(*arguments)
    state = recipe[2] if count > 2 else None
    if state is not None:
        _set_state(made, deepcopy(state, memo) if deep else state)
    if count > 3:
        for item in recipe[3] or ():
            made.append(deepcopy(item, memo) if deep else item)
    if count > 4:
        for key, value in recipe[4] or ():
            if deep:
                key, value = deepcopy(key, memo), deepcopy(value, memo)
            made[key] = value
    return made


def _set_state(made, state):
    if hasattr(made, "__setstate__"):
        made.__setstate__(state)
        return
    slots = None
    if isinstance(state, tuple) and len(state) == 2:
        state, slots = state
    if state is not None:
        made.__dict__.update(state)
    if slots is not None:
        for name in slots:
            setattr(made, name, slots[name])
