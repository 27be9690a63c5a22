"""assert_close: walks two structures side by side and compares what it finds in their leaves.

A leaf is a tensor, a number, a bool or None. The walk knows the path to the leaf, so that a failure can say where it was.
"""

import cmath
import collections.abc
import math

import torch

# The relative and absolute tolerance of each dtype; all others are compared exactly.
_TOLERANCES = {
    torch.float16: (1e-3, 1e-5),
    torch.bfloat16: (1.6e-2, 1e-5),
    torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7),
    torch.complex64: (1.3e-6, 1e-5),
    torch.complex128: (1e-7, 1e-7),
}
_NUMBER_DTYPES = {int: torch.int64, float: torch.float64, complex: torch.complex128}


class _Rules:
    """How one call of assert_close compares: its arguments, in one place."""

    def __init__(self, allow_subclasses, rtol, atol, equal_nan, checks, msg):
        if (rtol is None) != (atol is None):
            missing = "rtol" if rtol is None else "atol"
            raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
        self.allow_subclasses = allow_subclasses
        self.given = None if rtol is None else (rtol, atol)
        self.equal_nan = equal_nan
        self.checks = checks
        self.msg = msg

    def tolerances(self, *dtypes):
        """The given tolerances, or the widest of those of the dtypes."""
        if self.given is not None:
            return self.given
        pairs = [_TOLERANCES.get(dtype, (0.0, 0.0)) for dtype in dtypes]
        return max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)

    def fail(self, text, path):
        if path:
            text += "\n\nThe failure occurred for item " + "".join(f"[{key!r}]" for key in path)
        if callable(self.msg):
            text = self.msg(text)
        elif self.msg is not None:
            text = self.msg
        raise AssertionError(text)


def _is_sequence(value):
    return isinstance(value, collections.abc.Sequence) and not isinstance(value, str)


def _compare(actual, expected, rules, path):
    if _is_sequence(actual) and _is_sequence(expected):
        if len(actual) != len(expected):
            rules.fail(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", path)
        for index in range(len(actual)):
            _compare(actual[index], expected[index], rules, [*path, index])
    elif isinstance(actual, collections.abc.Mapping) and isinstance(expected, collections.abc.Mapping):
        _compare_mappings(actual, expected, rules, path)
    else:
        _compare_leaves(actual, expected, rules, path)


def _compare_mappings(actual, expected, rules, path):
    missing = [key for key in expected if key not in actual]
    additional = [key for key in actual if key not in expected]
    if missing or additional:
        lines = ["The keys of the mappings do not match:"]
        if missing:
            lines.append(f"Missing keys in the actual mapping: {sorted(missing)}")
        if additional:
            lines.append(f"Additional keys in the actual mapping: {sorted(additional)}")
        rules.fail("\n".join(lines), path)
    try:
        keys = sorted(actual)
    except Exception:
        keys = list(actual)
    for key in keys:
        _compare(actual[key], expected[key], rules, [*path, key])


def _compare_leaves(actual, expected, rules, path):
    related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
    if actual is None or expected is None:
        if actual is not expected:
            rules.fail(f"None mismatch: {actual} is not {expected}", path)
    elif isinstance(actual, bool) and isinstance(expected, bool):
        if actual is not expected:
            rules.fail(f"Booleans mismatch: {actual} is not {expected}", path)
    elif isinstance(actual, (int, float, complex)) and isinstance(expected, (int, float, complex)):
        _compare_numbers(actual, expected, rules, path)
    elif (
        isinstance(actual, torch.Tensor)
        and isinstance(expected, torch.Tensor)
        and (type(actual) is type(expected) or (rules.allow_subclasses and related))
    ):
        _compare_tensors(actual, expected, rules, path)
    else:
        raise TypeError(
            f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}."
            + ("\n\nThe failure occurred for item " + "".join(f"[{key!r}]" for key in path) if path else "")
        )


def _differences(header, kind, absolute, relative, rtol, atol, exact):
    """The last two lines of a failure: the two differences and what would have been allowed."""
    lines = []
    for name, (value, where), allowed in (("absolute", absolute, atol), ("relative", relative, rtol)):
        title = f"{kind} {name}" if kind else name.capitalize()
        line = f"{title} difference: {value}{where}"
        lines.append(line if exact else f"{line} (up to {allowed} allowed)")
    return header + "\n".join(lines)


def _compare_numbers(actual, expected, rules, path):
    if rules.checks["dtype"] and type(actual) is not type(expected):
        rules.fail(f"The (d)types do not match: {type(actual)} != {type(expected)}.", path)
    rtol, atol = rules.tolerances(_NUMBER_DTYPES[type(actual)], _NUMBER_DTYPES[type(expected)])
    if actual == expected or (rules.equal_nan and cmath.isnan(actual) and cmath.isnan(expected)):
        return
    absolute = abs(actual - expected)
    if math.isfinite(absolute) and absolute <= atol + rtol * abs(expected):
        return
    exact = rtol == 0 and atol == 0
    if expected == 0:
        relative = math.inf
    else:
        relative = absolute / abs(expected)
    header = f"Scalars are not {'equal' if exact else 'close'}!\n\nExpected {expected} but got {actual}.\n"
    rules.fail(_differences(header, "", (absolute, ""), (relative, ""), rtol, atol, exact), path)


def _attributes(actual, expected, checks):
    """(name, actual, expected) of each attribute that has to be the same before elements are compared."""
    yield "shape", actual.shape, expected.shape
    yield "layout", actual.layout, expected.layout, checks["layout"]
    yield "stride()", actual.stride(), expected.stride(), checks["stride"] and actual.layout is torch.strided
    yield "device", actual.device, expected.device, checks["device"]
    yield "dtype", actual.dtype, expected.dtype, checks["dtype"]


def _compare_tensors(actual, expected, rules, path):
    for name, left, right, *checked in _attributes(actual, expected, rules.checks):
        if left != right and (not checked or checked[0]):
            rules.fail(f"The values for attribute '{name}' do not match: {left} != {right}.", path)
    rtol, atol = rules.tolerances(actual.dtype, expected.dtype)
    with torch.no_grad():
        actual, expected = actual.detach(), expected.detach()
        if actual.layout is not torch.strided:
            actual = actual.to_dense()
        if expected.layout is not torch.strided:
            expected = expected.to_dense()
        if actual.dtype != expected.dtype:
            common = torch.promote_types(actual.dtype, expected.dtype)
            actual, expected = actual.to(common), expected.to(common)
        matches = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=rules.equal_nan)
        if not bool(matches.all()):
            rules.fail(_explain_tensors(actual, expected, matches, rtol, atol), path)


def _explain_tensors(actual, expected, matches, rtol, atol):
    """The message for two tensors of one shape and dtype that differ where `matches` is false."""
    exact = rtol == 0 and atol == 0
    header = f"Tensor-likes are not {'equal' if exact else 'close'}!\n\n"
    if actual.ndim:
        count, total = matches.numel() - int(matches.sum()), matches.numel()
        header += f"Mismatched elements: {count} / {total} ({count / total:.1%})\n"
    integral = not (actual.is_floating_point() or actual.is_complex())
    if integral:
        actual, expected = actual.to(torch.int64), expected.to(torch.int64)
    distance = (actual - expected).abs()
    # Elements within the tolerances are not the ones to show.
    distance[matches] = 0
    ratio = distance / expected.abs()
    ratio[matches] = 0
    if actual.ndim == 0:
        header = f"Scalars are not {'equal' if exact else 'close'}!\n\nExpected {expected.item()} but got {actual.item()}.\n"
        absolute = (abs(actual.item() - expected.item()), "")
        size = abs(expected.item())
        return _differences(header, "", absolute, (absolute[0] / size if size else math.inf, ""), rtol, atol, exact)
    return _differences(header, "Greatest", _greatest(distance), _greatest(ratio), rtol, atol, exact)


def _greatest(differences):
    position = int(differences.flatten().argmax())
    index = tuple(int(i) for i in torch.unravel_index(torch.tensor(position), differences.shape))
    return differences[index].item(), f" at index {index}"


def assert_close(
    actual,
    expected,
    *,
    allow_subclasses=True,
    rtol=None,
    atol=None,
    equal_nan=False,
    check_device=True,
    check_dtype=True,
    check_layout=True,
    check_stride=False,
    msg=None,
):
    """Raise an AssertionError unless actual and expected are close.

    Tensors, numbers, bools, None, and sequences and mappings of them are compared; without rtol and atol the tolerances
    follow the dtypes, and integers and bools must be equal. msg replaces the message, or makes it from the one built here.
    """
    checks = {"device": check_device, "dtype": check_dtype, "layout": check_layout, "stride": check_stride}
    _compare(actual, expected, _Rules(allow_subclasses, rtol, atol, equal_nan, checks, msg), [])
