"""The TypeError of a call that fits no overload, worded from PyTorch's own signatures (_signatures.py).

The rules are those of its argument parser: where one signature could hold that many arguments its complaint is the
error, otherwise all signatures are listed. What one of them says about its arguments is worked out on the printed
signatures, commas and all, which is why defaults never match there.
"""

import _torch
from torch._signatures import SIGNATURES

Tensor = _torch.Tensor

_NUMBERS_FOR_TENSORS = frozenset(
    ("add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide", "floor_divide", "copy_")
)


def _signatures_of(name):
    """(signatures, whether another one is hidden) of a function, or None."""
    found = []
    here = False
    for line in SIGNATURES.splitlines():
        if line.startswith(" "):
            if here:
                found.append(line[1:])
        elif found:
            break
        else:
            here = here or name in line.split()
    hidden = bool(found) and found[-1] == "+"
    return (found[: len(found) - hidden], hidden) if found else None


class _Parameter:
    __slots__ = ("kind", "name", "optional", "takes_none", "keyword_only")

    def __init__(self, text, keyword_only):
        declared, _, default = text.partition(" = ")
        kind, _, self.name = declared.rpartition(" ")
        self.kind = kind.rstrip("?")
        self.optional = bool(default)
        self.takes_none = default == "None" or kind.endswith("?")
        self.keyword_only = keyword_only


def _parameters(signature):
    found = []
    keyword_only = False
    for piece in signature[1:-1].split(", "):
        if piece == "*":
            keyword_only = True
        elif piece:
            found.append(_Parameter(piece, keyword_only))
    return found


def type_name(value):
    """The name of a value's type as C sees it."""
    kind = type(value)
    return "torch." + kind.__name__ if kind.__module__ == "torch" and kind is not Tensor else kind.__name__


def _scalar_tensor(value, integral):
    if not isinstance(value, Tensor) or value.dim() or value.requires_grad:
        return False
    return not integral or not (value.is_floating_point() or value.is_complex() or value.dtype is _torch.bool)


def _is_int(value):
    return isinstance(value, int) and not isinstance(value, bool) or _scalar_tensor(value, True)


def _fits(kind, value, function):
    if kind == "Tensor":
        return isinstance(value, Tensor) or (
            isinstance(value, (int, float, complex)) and function.rstrip("_") in _NUMBERS_FOR_TENSORS
        )
    if kind == "Number":
        return isinstance(value, (int, float, complex)) or _scalar_tensor(value, False)
    if kind == "float":
        return isinstance(value, (int, float)) or _scalar_tensor(value, False)
    if kind == "int":
        return _is_int(value)
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "str":
        return isinstance(value, str)
    if kind == "tuple of ints":
        return _is_int(value) or isinstance(value, (tuple, list)) and (not value or _is_int(value[0]))
    if kind.startswith("tuple of"):
        return isinstance(value, (tuple, list))
    if kind == "torch.dtype":
        return isinstance(value, _torch.dtype) or value in (float, int, bool, complex)
    if kind == "torch.device":
        return isinstance(value, (str, _torch.device)) or _is_int(value)
    if kind == "torch.Generator":
        return isinstance(value, _torch.Generator)
    if kind == "object":
        return True
    return type_name(value) == kind


def _plural(count):
    return "" if count == 1 else "s"


def _too_many(function, parameters, given):
    most = sum(not p.keyword_only for p in parameters)
    least = sum(not p.optional for p in parameters)  # those without a position count too, as there
    takes = f"{most} positional argument{_plural(most)}" if least == most else f"from {least} to {most} positional arguments"
    return f"{function}() takes {takes} but {given} {'was' if given == 1 and least == most else 'were'} given"


def _missing(function, parameters):
    names = [f'"{p.name}"' for p in parameters if not p.optional]
    plural = "s" if len(names) == 1 else ""  # PyTorch has it the wrong way round
    return f"{function}() missing {len(names)} required positional argument{plural}: {', '.join(names)}"


def _wrong_type(function, parameter, value, where):
    start = f"{function}(): argument '{parameter.name}'{where} must be {parameter.kind}, "
    if parameter.kind == "tuple of ints" and isinstance(value, (tuple, list)) and value:
        return start + f"but found element of type {type_name(value[0])} at pos 0"
    return start + f"not {type_name(value)}"


def complaint(function, signature, args, kwargs):
    """What is wrong with a call of one signature; None: nothing."""
    parameters = _parameters(signature)
    most = sum(not p.keyword_only for p in parameters)
    takes_all = most == 1 and parameters[0].kind == "tuple of ints"  # size may be given number by number
    if len(args) > most and not (takes_all and _is_int(args[0])):
        return _too_many(function, parameters, len(args))
    used = 0
    for i, parameter in enumerate(parameters):
        by_position = i < len(args) and not parameter.keyword_only
        if not by_position and parameter.name not in kwargs:
            if parameter.optional:
                continue
            return _missing(function, parameters[i:])
        value = args[i] if by_position else kwargs[parameter.name]
        used += not by_position
        if value is None and parameter.takes_none:
            continue
        if by_position and i == 0 and takes_all and _is_int(value):
            continue
        if parameter.kind == "tuple of Tensors" and isinstance(value, (tuple, list)):
            for k, element in enumerate(value):
                if not isinstance(element, Tensor) and element is not None:
                    return f"expected Tensor as element {k} in argument {i}, but got {type_name(element)}"
        if not _fits(parameter.kind, value, function):
            return _wrong_type(function, parameter, value, f" (position {i + 1})" if by_position else "")
    for name in kwargs:
        if not any(p.name == name for p in parameters):
            return f"{function}() got an unexpected keyword argument '{name}'"
    for name in kwargs:
        if any(p.name == name for p in parameters[: len(args)]):
            return f"{function}() got multiple values for argument '{name}'"
    return None


def _described(args, kwargs):
    parts = [type_name(v) + ", " for v in args] + [f"{k}={type_name(kwargs[k])}, " for k in _torch._hash_order(list(kwargs))]
    text = "".join(parts)
    return f"({text[:-2] if args else text})"


def _marked(value, matches, name=""):
    text = name + type_name(value)
    if isinstance(value, (tuple, list)):
        left, right = "()" if isinstance(value, tuple) else "[]"
        text += " of " + left + ", ".join(map(type_name, value)) + right
    return text if matches else f"!{text}!"


def _unknown(pieces, kwargs):
    named = {name for _, _, name in pieces[max(len(pieces) - len(kwargs), 0) :]}
    return ", ".join(name for name in _torch._hash_order(list(kwargs)) if name not in named)


def _pieces(signature):
    return [p.rpartition(" ") for p in signature[1:-1].split(", ")]


def _compared(pieces, args, kwargs):
    values = list(args) + [kwargs[name] for _, _, name in pieces[len(args) :]]
    marked = []
    for i, ((kind, _, name), value) in enumerate(zip(pieces, values)):
        matches = type_name(value) in (("float", "int") if kind == "float" else (kind,))
        marked.append(_marked(value, matches, f"{name}=" if i >= len(args) else ""))
    return f"({', '.join(marked)})"


def _reason(signature, args, kwargs):
    pieces = _pieces(signature)
    if len(pieces) != len(args) + len(kwargs):
        return ""
    unknown = _unknown(pieces, kwargs)
    if unknown:
        return f"      didn't match because some of the keywords were incorrect: {unknown}\n"
    return f"      didn't match because some of the arguments have invalid types: {_compared(pieces, args, kwargs)}\n"


def _listed(function, signatures, args, kwargs):
    start = f"{function}() received an invalid combination of arguments - got "
    if len(signatures) > 1:
        reasons = "".join(f" * {s}\n{_reason(s, args, kwargs)}" for s in signatures)
        return f"{start}{_described(args, kwargs)}, but expected one of:\n{reasons}"
    pieces = _pieces(signatures[0])
    unknown = _unknown(pieces, kwargs)
    if unknown:
        return f"{start}unrecognized keyword arguments: {unknown}"
    same = len(pieces) == len(args) + len(kwargs)
    return f"{start}{(_compared if same else lambda _, *a: _described(*a))(pieces, args, kwargs)}, but expected {signatures[0]}"


def explain(function, method, args, kwargs, own):
    """Raises the TypeError of a call that fits none of the overloads.

    own: the signatures as they are here, for what PyTorch does not list
    """
    # One that is not listed has one signature there, however many there are here.
    signatures, hidden = _signatures_of("." + function if method else function) or (own[:1], False)
    if method and len(signatures) == 1 and signatures[0] == "()":
        given = "keyword arguments" if kwargs else f"arguments ({len(args)} given)"
        raise TypeError(f"Tensor.{function}() takes no {given}")
    kwargs = _renamed(kwargs, signatures)
    count = len(args) + len(kwargs)
    plausible = signatures
    if len(signatures) > 1 or hidden:
        plausible = []
        for s in signatures:
            parameters = _parameters(s)
            if sum(not p.optional for p in parameters) <= count <= len(parameters):
                plausible.append(s)
    if len(plausible) == 1:
        text = complaint(function, plausible[0], args, kwargs)
        raise TypeError(text or f"{function}(): these arguments are not supported")
    raise TypeError(_listed(function, signatures, args, kwargs))


# NumPy's words for PyTorch's.
_SYNONYMS = {"axis": "dim", "keepdims": "keepdim", "x2": "other", "x": "input", "a": "input", "x1": "input"}


def _renamed(kwargs, signatures):
    names = {p.name for s in signatures for p in _parameters(s)}
    return {_SYNONYMS.get(k, k) if k not in names and _SYNONYMS.get(k) in names else k: v for k, v in kwargs.items()}
