"""Tools for functions."""
from _collections import _move_to_end, _popitem

__all__ = ["update_wrapper", "wraps", "WRAPPER_ASSIGNMENTS", "WRAPPER_UPDATES", "total_ordering", "cache",
           "cmp_to_key", "lru_cache", "reduce", "partial", "partialmethod", "singledispatch", "singledispatchmethod",
           "cached_property"]

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


_ABSENT = object()
_make = object.__new__
GenericAlias = type(list[int])


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Give a wrapper the name, the texts and the attributes of what it wraps, and remember that as __wrapped__."""
    for name in assigned:
        value = getattr(wrapped, name, _ABSENT)
        if value is not _ABSENT:
            setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, ()))
    wrapper.__wrapped__ = wrapped  # last: what was updated may hold another
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """A decorator of wrappers that applies update_wrapper."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


# Comparisons that follow from one: given -> {wanted: (whether the answer is turned round, what equality adds)}. Equality adds
# nothing (None), makes the answer true (True), or false (False).
_FOLLOWS = {
    "__lt__": {"__gt__": (True, False), "__le__": (False, True), "__ge__": (True, None)},
    "__le__": {"__ge__": (True, True), "__lt__": (False, False), "__gt__": (True, None)},
    "__gt__": {"__lt__": (True, False), "__ge__": (False, True), "__le__": (True, None)},
    "__ge__": {"__le__": (True, True), "__gt__": (False, False), "__lt__": (True, None)},
}


def _following(cls, given, wanted):
    turned, equality = _FOLLOWS[given][wanted]

    def method(self, other):
        answer = getattr(type(self), given)(self, other)
        if answer is NotImplemented:
            return answer
        if turned:
            answer = not answer
        if equality is None:
            return answer
        return (answer or self == other) if equality else (answer and self != other)

    method.__name__, method.__qualname__ = wanted, f"{cls.__qualname__}.{wanted}"
    method.__module__, method.__doc__ = cls.__module__, getattr(int, wanted).__doc__
    return method


def total_ordering(cls):
    """A class decorator that adds the comparisons missing beside those that the class defines."""
    defined = [name for name in _FOLLOWS if getattr(cls, name, None) is not getattr(object, name, None)]
    if not defined:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    given = max(defined)  # of several, the one that CPython takes
    for wanted in _FOLLOWS[given]:
        if wanted not in defined:
            setattr(cls, wanted, _following(cls, given, wanted))
    return cls


class KeyWrapper:
    """A value that is compared by a function; called with another value, a key of the same function."""
    __slots__ = ("_compare", "obj")
    __hash__ = None

    def K(self, obj):
        made = _make(KeyWrapper)
        made._compare = self._compare
        made.obj = obj
        return made

    def __lt__(self, other):  # what sorting asks, without a further call
        if type(other) is not KeyWrapper:
            raise TypeError("other argument must be K instance")
        return self._compare(self.obj, other.obj) < 0

    def __gt__(self, other):
        return _order(self, other) > 0

    def __eq__(self, other):
        return _order(self, other) == 0

    def __le__(self, other):
        return _order(self, other) <= 0

    def __ge__(self, other):
        return _order(self, other) >= 0

    __call__ = K
    del K


def _order(one, other):
    if type(other) is not KeyWrapper:
        raise TypeError("other argument must be K instance")
    return one._compare(one.obj, other.obj)


def cmp_to_key(mycmp):
    """A key function from a function that compares two values by a number below, at or above zero."""
    made = _make(KeyWrapper)
    made._compare = mycmp
    return made


def reduce(function, iterable, initial=_ABSENT, /):
    """Combine the items with a function of two arguments, from left to right: f(f(f(initial, a), b), c)."""
    try:
        items = iter(iterable)
    except TypeError:
        raise TypeError("reduce() arg 2 must support iteration") from None
    result = next(items, _ABSENT) if initial is _ABSENT else initial
    if result is _ABSENT:
        raise TypeError("reduce() of empty iterable with no initial value")
    for item in items:
        result = function(result, item)
    return result


class partial:
    """A function with some of its arguments given; those of a call come after them, and its keywords win."""

    __slots__ = "func", "args", "keywords", "__dict__", "__weakref__"
    __class_getitem__ = classmethod(GenericAlias)

    def __new__(cls, func=_ABSENT, /, *args, **keywords):
        if func is _ABSENT:
            raise TypeError("type 'partial' takes at least one argument")
        if not callable(func):
            raise TypeError("the first argument must be callable")
        self = _make(cls)
        if isinstance(func, partial):  # one of one is the same as one
            self.func, self.args, self.keywords = func.func, func.args + args, func.keywords | keywords
        else:
            self.func, self.args, self.keywords = func, args, keywords
        return self

    def __call__(self, /, *args, **keywords):
        if not keywords:
            given = self.keywords
            return self.func(*self.args, *args, **given) if given else self.func(*self.args, *args)
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        if id(self) in _being_shown:
            return "..."
        _being_shown.add(id(self))
        try:
            shown = [*map(repr, (self.func, *self.args)), *(f"{name}={value!r}" for name, value in self.keywords.items())]
        finally:
            _being_shown.discard(id(self))
        kind = type(self)
        prefix = "functools." if kind.__module__ == "functools" else ""
        return f"{prefix}{kind.__qualname__}({', '.join(shown)})"

    def __reduce__(self):
        return type(self), (self.func,), (self.func, self.args, self.keywords, vars(self) or None)

    def __setstate__(self, state):
        if not isinstance(state, tuple):
            raise TypeError("argument to __setstate__ must be a tuple")
        if len(state) != 4:
            raise TypeError(f"expected 4 items in state, got {len(state)}")
        func, args, keywords, attributes = state
        if not (callable(func) and isinstance(args, tuple) and isinstance(keywords, (dict, type(None))) and
                isinstance(attributes, (dict, type(None)))):
            raise TypeError("invalid partial state")
        vars(self).clear()
        vars(self).update(attributes or {})
        self.func, self.args, self.keywords = func, tuple(args), dict(keywords or {})


_being_shown = set()  # partials that hold themselves


class partialmethod:
    """A method with some of its arguments given, to be defined in a class."""

    __class_getitem__ = classmethod(GenericAlias)
    __isabstractmethod__ = property(lambda self: getattr(self.func, "__isabstractmethod__", False))

    def __init__(self, func, /, *args, **keywords):
        if not (callable(func) or hasattr(func, "__get__")):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        if isinstance(func, partialmethod):
            func, args, keywords = func.func, func.args + args, func.keywords | keywords
        self.func, self.args, self.keywords = func, args, keywords

    def __repr__(self):
        kind, args = type(self), ", ".join(map(repr, self.args))
        keywords = ", ".join([f"{name}={value!r}" for name, value in self.keywords.items()])
        return f"{kind.__module__}.{kind.__qualname__}({self.func}, {args}, {keywords})"

    def _plain(self):
        """A function that takes the object first."""
        def _method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **{**self.keywords, **keywords})
        _method.__isabstractmethod__, _method._partialmethod = self.__isabstractmethod__, self
        return _method

    def __get__(self, obj, cls=None):
        bind = getattr(self.func, "__get__", None)
        bound = self.func if bind is None else bind(obj, cls)
        if bound is self.func:  # not a descriptor, or one that is asked through the class
            return self._plain().__get__(obj, cls)
        result = partial(bound, *self.args, **self.keywords)
        if hasattr(bound, "__self__"):
            result.__self__ = bound.__self__
        return result


class _CacheInfo(tuple):
    """Hits, misses, largest and present size. A named tuple, without loading collections."""

    __slots__ = ()
    _fields = ("hits", "misses", "maxsize", "currsize")

    def __new__(cls, hits, misses, maxsize, currsize):
        return tuple.__new__(cls, (hits, misses, maxsize, currsize))

    hits, misses, maxsize, currsize = [property(lambda self, _at=at: self[_at]) for at in range(4)]

    def __repr__(self):
        return f"CacheInfo({', '.join([f'{name}={value!r}' for name, value in zip(self._fields, self)])})"

    def __reduce__(self):
        return _CacheInfo, tuple(self)


_KEYWORDS = (object(),)  # stands between positional arguments and keywords


def _make_key(args, kwds, typed):
    """What the arguments of a call are remembered by."""
    if len(args) == 1 and not kwds and not typed and type(args[0]) in (int, str):
        return args[0]
    key = args
    if kwds:
        key = sum(kwds.items(), args + _KEYWORDS)
    if typed:
        key += tuple(map(type, (*args, *kwds.values())))
    return key


def lru_cache(maxsize=128, typed=False):
    """A cache of the results of the last calls, the least recently used one dropped first."""
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif maxsize is not None:
        if not callable(maxsize) or not isinstance(typed, bool):
            raise TypeError("Expected first argument to be an integer, a callable, or None")
        return lru_cache(128, typed)(maxsize)  # used without brackets

    def decorate(user_function):
        wrapper = _lru_cache_wrapper(user_function, maxsize, typed)
        wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
        return update_wrapper(wrapper, user_function)
    return decorate


def _lru_cache_wrapper(user_function, maxsize, typed):
    sentinel = object()
    cache = {}
    hits = misses = 0
    get = cache.get
    fast = (int, str)

    # The dict keeps the order of use: a hit moves its key to the end.
    if maxsize == 0:
        def wrapper(*args, **kwds):
            nonlocal misses
            misses += 1
            return user_function(*args, **kwds)
    elif maxsize is None:
        def wrapper(*args, **kwds):
            nonlocal hits, misses
            if kwds or typed:
                key = _make_key(args, kwds, typed)
            else:
                key = args[0] if len(args) == 1 and type(args[0]) in fast else args
            result = get(key, sentinel)
            if result is not sentinel:
                hits += 1
                return result
            misses += 1
            result = user_function(*args, **kwds)
            cache[key] = result
            return result
    else:
        def wrapper(*args, **kwds):
            nonlocal hits, misses
            if kwds or typed:
                key = _make_key(args, kwds, typed)
            else:
                key = args[0] if len(args) == 1 and type(args[0]) in fast else args
            result = get(key, sentinel)
            if result is not sentinel:
                hits += 1
                _move_to_end(cache, key, True)
                return result
            misses += 1
            result = user_function(*args, **kwds)
            if key not in cache:
                if len(cache) >= maxsize:
                    _popitem(cache, False)
                cache[key] = result
            return result

    def cache_info():
        """Hits, misses, largest and present size."""
        return _CacheInfo(hits, misses, maxsize, len(cache))

    def cache_clear():
        """Forget all results."""
        nonlocal hits, misses
        cache.clear()
        hits = misses = 0

    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    return wrapper


def cache(user_function, /):
    """A cache without a limit."""
    if not callable(user_function):
        raise TypeError("the first argument must be callable")
    return lru_cache(maxsize=None)(user_function)


# Generic functions.

def _c3_mro(cls, abcs=None):
    """The order of bases that a class would have if it derived from those of the abstract classes `abcs` whose methods it
    has. Each of these becomes a base of the first class that has the methods: behind those bases that are abstract
    themselves, but before any that it derives from. The order itself is computed by type(), from stand-ins for all
    classes."""
    abcs, stand_ins, originals = list(abcs or ()), {object: object}, {object: object}

    def stand_in(cls):
        if cls not in stand_ins:
            bases = list(cls.__bases__)
            implied = [abstract for abstract in abcs if abstract not in cls.__mro__ and issubclass(cls, abstract)
                       and not any(issubclass(base, abstract) for base in bases)]
            at = max((i for i, base in enumerate(bases, 1) if hasattr(base, "__abstractmethods__")), default=0)
            for abstract in reversed(implied):
                bases.insert(min([at, *(i for i, base in enumerate(cls.__bases__) if base in abstract.__mro__[:-1])]), abstract)
            if len(bases) > 1 and bases[0] is object:
                bases = bases[1:] + bases[:1]  # object comes last whatever stands beside it
            made = stand_ins[cls] = type(cls.__name__, tuple(map(stand_in, bases)), {})
            originals[made] = cls
        return stand_ins[cls]

    try:
        return [originals[made] for made in stand_in(cls).__mro__]
    except TypeError:
        raise RuntimeError("Inconsistent hierarchy") from None


def _compose_mro(cls, types):
    """The bases of a class, among them those of `types` that it does not derive from but whose methods it has."""
    own = set(cls.__mro__)
    related = [t for t in types if t not in own and hasattr(t, "__mro__") and not isinstance(t, GenericAlias)
               and issubclass(cls, t)]
    if not related:
        return list(cls.__mro__)
    related = [t for t in related if not any(t is not other and t in other.__mro__ for other in related)]
    implied = {}  # an ordered set
    for t in related:
        # Where a class derived from t fits as well, its bases are taken in its order, of the richest one first.
        chains = [[base for base in derived.__mro__ if base in related] for derived in t.__subclasses__()
                  if derived not in own and issubclass(cls, derived)]
        for chain in sorted(chains, key=len, reverse=True) or [[t]]:
            implied.update(dict.fromkeys(chain))
    return _c3_mro(cls, implied)


def _find_impl(cls, registry):
    """The function for a class: that of the first of its bases that has one."""
    order = iter(_compose_mro(cls, registry))
    match = next((base for base in order if base in registry), None)
    rival = next(order, None)
    # Two abstract classes side by side, neither of which is a base: it cannot be told which is meant.
    if rival in registry and rival not in cls.__mro__ and match not in cls.__mro__ and not issubclass(match, rival):
        raise RuntimeError(f"Ambiguous dispatch: {match} or {rival}")
    return registry.get(match)


def _union_members(cls):
    """The classes of a union type; None if it is none."""
    from types import UnionType
    from typing import Union, get_args, get_origin
    return get_args(cls) if get_origin(cls) in (Union, UnionType) else None


def _dispatch_classes(cls):
    """The classes that a function may be registered for by `cls`: itself, or those of a union; None if that is nothing to
    register for."""
    if isinstance(cls, type):
        return (cls,)
    members = _union_members(cls)
    return members if members and all(isinstance(member, type) for member in members) else None


def _annotated_class(function):
    """The class of the first annotated argument."""
    if not getattr(function, "__annotations__", None):
        raise TypeError(f"Invalid first argument to `register()`: {function!r}. Use either `@register(some_class)` or plain "
                        "`@register` on an annotated function.")
    from typing import get_type_hints
    name, cls = next(iter(get_type_hints(function).items()))
    if _dispatch_classes(cls) is None:
        fault = "not all arguments are classes" if _union_members(cls) else "is not a class"
        raise TypeError(f"Invalid annotation for {name!r}. {cls!r} {fault}.")
    return cls


def singledispatch(func):
    """A decorator: other functions can be registered for classes of the first argument; a call chooses among them."""
    from abc import get_cache_token
    registry, found = {object: func}, {}
    # Registering a class with an abstract one may change any choice; the token tells whether that happened.
    token = None

    def dispatch(cls):
        """The function for a class."""
        nonlocal token
        if token is not None and token != get_cache_token():
            found.clear()
            token = get_cache_token()
        if cls not in found:
            found[cls] = registry[cls] if cls in registry else _find_impl(cls, registry)
        return found[cls]

    def register(cls, func=None):
        """Register a function for a class, or for that of its first annotation; also works as a decorator."""
        nonlocal token
        classes = _dispatch_classes(cls)
        if classes is None:
            if func is not None:
                raise TypeError(f"Invalid first argument to `register()`. {cls!r} is not a class or union type.")
            func, cls = cls, _annotated_class(cls)
            classes = _dispatch_classes(cls)
        elif func is None:
            return lambda function: register(cls, function)
        registry.update(dict.fromkeys(classes, func))
        if token is None and hasattr(cls, "__abstractmethods__"):
            token = get_cache_token()
        found.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{name} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    from types import MappingProxyType
    name = getattr(func, "__name__", "singledispatch function")
    wrapper.register, wrapper.dispatch = register, dispatch
    wrapper.registry, wrapper._clear_cache = MappingProxyType(registry), found.clear
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    """singledispatch for methods: the first argument after the object decides."""

    __isabstractmethod__ = property(lambda self: getattr(self.func, "__isabstractmethod__", False))

    def __init__(self, func):
        if not (callable(func) or hasattr(func, "__get__")):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.func, self.dispatcher = func, singledispatch(func)

    def register(self, cls, method=None):
        """Register a method for a class."""
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        def chosen(*args, **kwargs):
            return self.dispatcher.dispatch(args[0].__class__).__get__(obj, cls)(*args, **kwargs)
        chosen.__isabstractmethod__, chosen.register = self.__isabstractmethod__, self.register
        return update_wrapper(chosen, self.func)


class cached_property:
    """A property that is computed once for each object, and then kept among its attributes."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, func):
        self.func, self.attrname, self.__doc__ = func, None, func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname not in (None, name):
            raise TypeError(f"Cannot assign the same cached_property to two different names ({self.attrname!r} and "
                            f"{name!r}).")
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        name = self.attrname
        if name is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        try:
            attributes = instance.__dict__
        except AttributeError:
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} instance to cache {name!r} "
                            "property.") from None
        value = attributes.get(name, _ABSENT)
        if value is _ABSENT:
            value = self.func(instance)
            try:
                attributes[name] = value
            except TypeError:
                raise TypeError(f"The '__dict__' attribute on {type(instance).__name__!r} instance does not support item "
                                f"assignment for caching {name!r} property.") from None
        return value
