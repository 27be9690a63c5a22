"""Containers: modules and parameters in sequences and dicts."""

import operator
from collections import OrderedDict

import _torch
from torch.nn.modules.module import Module, _addindent
from torch.nn.parameter import Parameter

__all__ = ["Container", "Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict"]


class Container(Module):
    """A module that only holds others."""

    def __init__(self, **kwargs):
        super().__init__()
        _add_all(self, kwargs.items())


def _add_all(owner, pairs):
    for name, module in pairs:
        owner.add_module(name, module)


def _add_behind(owner, modules, start):
    """Give modules the numbers from `start` on as their names."""
    _add_all(owner, ((str(number), module) for number, module in enumerate(modules, start)))


def _delete_numbered(owner, names):
    """Delete modules of a list and close the gaps in the numbers."""
    for name in names:
        delattr(owner, name)
    owner._modules = {str(number): module for number, module in enumerate(owner._modules.values())}


def _insert_numbered(owner, index, module):
    """Put a module before a non-negative index; those from there on move up."""
    for number in reversed(range(index, len(owner._modules))):
        owner._modules[str(number + 1)] = owner._modules[str(number)]
    owner._modules[str(index)] = module


def _names_but_numbers(self):
    """dir() without the names that are indices."""
    return [name for name in Module.__dir__(self) if not name.isdigit()]


def _take(self, key):
    """Remove and return what stands at a key."""
    value = self[key]
    del self[key]
    return value


def _check_pairs(source, method, element):
    """The pairs of an iterable; one that is none is a fault named with the method and the kind of element."""
    if not hasattr(source, "__iter__"):
        raise TypeError(
            f"{method} should be called with an iterable of key/value pairs, but got {type(source).__name__}"
        )
    if hasattr(source, "items"):
        return source.items()
    return _pairs_one_by_one(source, element)


def _pairs_one_by_one(source, element):
    for number, pair in enumerate(source):
        where = f"{element} update sequence element #{number}"
        if not hasattr(pair, "__iter__"):
            raise TypeError(f"{where} should be Iterable; is{type(pair).__name__}")
        if len(pair) != 2:
            raise ValueError(f"{where} has length {len(pair)}; 2 is required")
        yield pair[0], pair[1]


def _copies(factor, kind):
    """A factor that a Sequential can be multiplied with."""
    if not isinstance(factor, int):
        raise TypeError(f"unsupported operand type(s) for *: {kind} and {type(factor)}")
    if factor <= 0:
        raise ValueError(f"Non-positive multiplication factor {factor} for {kind}")
    return factor


def _layers(other):
    """The modules of the other side of + and +=."""
    if isinstance(other, Sequential):
        return other
    raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")


def _index(size, idx, what="index"):
    idx = operator.index(idx)
    if idx < -size or idx >= size:
        raise IndexError(f"{what} {idx} is out of range")
    return idx % size


class Sequential(Module):
    """Modules that are called one after the other."""

    def __init__(self, *args):
        super().__init__()
        named = args[0] if len(args) == 1 else None
        if isinstance(named, OrderedDict):
            _add_all(self, named.items())
        else:
            _add_behind(self, args, 0)

    def _key(self, idx):
        return list(self._modules)[_index(len(self), idx)]

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__(OrderedDict(list(self._modules.items())[idx]))
        return self._modules[self._key(idx)]

    def __setitem__(self, idx, module):
        return setattr(self, self._key(idx), module)

    def __delitem__(self, idx):
        _delete_numbered(self, list(self._modules)[idx] if isinstance(idx, slice) else [self._key(idx)])

    def __len__(self):
        return len(self._modules)

    def __add__(self, other):
        return Sequential(*self, *_layers(other))

    def __iadd__(self, other):
        _add_behind(self, _layers(other), len(self))
        return self

    def __mul__(self, other):
        return Sequential(*list(self) * _copies(other, type(self)))

    def __rmul__(self, other):
        return self * other

    def __imul__(self, other):
        size, more = len(self), _copies(other, type(self)) - 1
        if more:
            _add_behind(self, [self._modules[str(number)] for number in range(size)] * more, size)
        return self

    __dir__ = _names_but_numbers

    def __iter__(self):
        return iter(self._modules.values())

    def forward(self, input):
        for module in self:
            input = module(input)
        return input

    def append(self, module):
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index, module):
        """Add a module before an index."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        size = len(self)
        if not -size <= index <= size:
            raise IndexError(f"Index out of range: {index}")
        _insert_numbered(self, index + size if index < 0 else index, module)
        return self

    pop = _take

    def extend(self, sequential):
        """Add modules at the end."""
        for layer in sequential:
            self.append(layer)
        return self


class ModuleList(Module):
    """Modules in a list."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self += modules

    def _key(self, idx):
        return str(_index(len(self), idx))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__(list(self._modules.values())[idx])
        return self._modules[self._key(idx)]

    def __setitem__(self, idx, module):
        return setattr(self, self._key(idx), module)

    def __delitem__(self, idx):
        chosen = range(len(self))[idx] if isinstance(idx, slice) else [self._key(idx)]
        _delete_numbered(self, map(str, chosen))

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        joined = ModuleList()
        _add_behind(joined, [*self, *other], 0)
        return joined

    def __repr__(self):
        texts = [repr(item) for item in self]
        if not texts:
            return self._get_name() + "()"
        groups = [[0, 0]]
        blocks = [texts[0]]
        for i, text in enumerate(texts[1:], 1):
            if text == blocks[-1]:
                groups[-1][1] += 1
                continue
            groups.append([i, i])
            blocks.append(text)
        lines = []
        for (start, end), block in zip(groups, blocks):
            line = f"({start}): {block}"
            if start != end:
                line = f"({start}-{end}): {end - start + 1} x {block}"
            lines.append(_addindent(line, 2))
        return self._get_name() + "(\n  " + "\n  ".join(lines) + "\n)"

    __dir__ = _names_but_numbers

    def insert(self, index, module):
        """Add a module before an index."""
        _insert_numbered(self, index, module)

    def append(self, module):
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    pop = _take

    def extend(self, modules):
        """Add modules at the end."""
        if not hasattr(modules, "__iter__"):
            raise TypeError(
                "ModuleList.extend should be called with an iterable, but got " + type(modules).__name__
            )
        _add_behind(self, modules, len(self))
        return self


class ModuleDict(Module):
    """Modules in a dict."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def clear(self):
        self._modules.clear()

    pop = _take

    def keys(self):
        return self._modules.keys()

    def items(self):
        return self._modules.items()

    def values(self):
        return self._modules.values()

    def update(self, modules):
        """Add modules from a mapping or from pairs."""
        for key, module in _check_pairs(modules, "ModuleDict.update", "ModuleDict"):
            self[key] = module


def _describe(value):
    if not isinstance(value, _torch.Tensor):
        return f"Object of type: {type(value).__name__}"
    size = "x".join(str(size) for size in value.size())
    device = "" if not value.is_cuda else f" (GPU {value.get_device()})"
    kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
    return f"{kind} containing: [{value.type()} of size {size}{device}]"


class ParameterList(Module):
    """Parameters in a list; other values are kept as they are."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self += values

    def _key(self, idx):
        return str(_index(len(self), idx))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)().extend(list(self)[idx])
        return getattr(self, self._key(idx))

    def __setitem__(self, idx, param):
        if isinstance(param, _torch.Tensor) and not isinstance(param, Parameter):
            param = Parameter(param)
        return setattr(self, self._key(idx), param)

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter(self[i] for i in range(len(self)))

    def __iadd__(self, parameters):
        return self.extend(parameters)

    __dir__ = _names_but_numbers

    def append(self, value):
        """Add a value at the end."""
        self._size += 1
        self[-1] = value
        return self

    def extend(self, values):
        """Add values at the end."""
        if not hasattr(values, "__iter__") or isinstance(values, _torch.Tensor):
            raise TypeError(
                "ParameterList.extend should be called with an iterable, but got " + type(values).__name__
            )
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        lines = []
        for k, p in enumerate(self):
            if isinstance(p, _torch.Tensor):
                size = "x".join(str(size) for size in p.size())
                kind = "Parameter" if isinstance(p, Parameter) else "Tensor"
                lines.append(f"  ({k}): {kind} containing: [{p.dtype} of size {size}]")
            else:
                lines.append(f"  ({k}): Object of type: {type(p).__name__}")
        return "\n".join(lines)

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """Parameters in a dict; other values are kept as they are."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def _key_to_attr(self, key):
        if not isinstance(key, str):
            raise TypeError(
                "Index given to ParameterDict cannot be used as a key as it is "
                f"not a string (type is '{type(key).__name__}'). Open an issue on "
                "github if you need non-string keys."
            )
        return key

    def __getitem__(self, key):
        return getattr(self, self._key_to_attr(key))

    def __setitem__(self, key, value):
        self._keys[key] = None
        attr = self._key_to_attr(key)
        if isinstance(value, _torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, attr, value)

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, self._key_to_attr(key))

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __reversed__(self):
        return reversed(list(self._keys))

    def __contains__(self, key):
        return key in self._keys

    def copy(self):
        return ParameterDict(OrderedDict((k, self[k]) for k in self._keys))

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self):
        while self._keys:
            self.popitem()

    pop = _take

    def popitem(self):
        """Remove and return the last pair."""
        last = next(reversed(self._keys), None)
        if last is None:
            return self._keys.popitem()  # its KeyError
        return last, self.pop(last)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def fromkeys(self, keys, default=None):
        return ParameterDict((k, default) for k in keys)

    def keys(self):
        return self._keys.keys()

    def items(self):
        return ((k, self[k]) for k in self._keys)

    def values(self):
        return (self[k] for k in self._keys)

    def update(self, parameters):
        """Add values from a mapping or from pairs; those of a plain mapping come in the order of their keys."""
        pairs = _check_pairs(parameters, "ParametersDict.update", "ParameterDict")
        ordered = isinstance(parameters, (OrderedDict, ParameterDict)) or not hasattr(parameters, "items")
        for key, value in pairs if ordered else sorted(pairs):
            self[key] = value

    def extra_repr(self):
        return "\n".join([f"  ({key}): {_describe(value)}" for key, value in self.items()])

    def __call__(self, input):
        raise RuntimeError("ParameterDict should not be called.")

    def __or__(self, other):
        copy = self.copy()
        copy.update(other)
        return copy

    def __ror__(self, other):
        copy = other.copy()
        copy.update(self)
        return copy

    def __ior__(self, other):
        self.update(other)
        return self
