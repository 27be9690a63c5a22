"""Counters that tests read."""

from collections import Counter, defaultdict

import _capture
import _torch


class _Counters(defaultdict):
    """Counters by kind; reading refreshes them from capture."""

    def __init__(self):
        super().__init__(Counter)

    def _refresh(self):
        for kind, values in _capture.counters().items():
            kept = self.setdefault(kind, Counter())
            for name, count in values.items():
                kept[name] = count

    def __getitem__(self, key):
        self._refresh()
        return self.setdefault(key, Counter())

    def items(self):
        self._refresh()
        return super().items()


counters = _Counters()


def compile_times(repr="str", aggregate=False):
    """Seconds spent by phase."""
    stats = _capture.stats()
    times = {k: v for k, v in stats.items() if k.endswith("_ms")}
    if repr == "csv":
        return list(times.keys()), list(times.values())
    return "\n".join(f"{name}: {value / 1000:.4f}" for name, value in times.items())


def same(a, b, tol=1e-4):
    """Whether two results are equal within a tolerance."""
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(same(x, y, tol) for x, y in zip(a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k], tol) for k in a)
    if isinstance(a, _torch.Tensor):
        return isinstance(b, _torch.Tensor) and a.shape == b.shape and a.allclose(b, tol, tol)
    return a == b
