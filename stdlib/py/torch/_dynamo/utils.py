"""Counters that tests read."""

from collections import Counter, defaultdict

import _capture
import _torch


class _Counters(defaultdict):
    """Counters by kind. Reading adds what capture has counted since the last time; `clear` starts from nothing."""

    def __init__(self):
        super().__init__(Counter)
        self._seen = {}

    def _refresh(self):
        for kind, values in _capture.counters().items():
            for name, count in values.items():
                before = self._seen.get((kind, name), 0)
                if count == before:
                    continue
                self._seen[kind, name] = count
                kept = super().setdefault(kind, Counter())
                kept[name] += count - before if count > before else count

    def clear(self):
        self._refresh()
        super().clear()

    def __getitem__(self, key):
        self._refresh()
        return super().setdefault(key, Counter())

    def __contains__(self, key):
        self._refresh()
        return super().__contains__(key)

    def __iter__(self):
        self._refresh()
        return super().__iter__()

    def __len__(self):
        self._refresh()
        return super().__len__()

    def get(self, key, default=None):
        self._refresh()
        return super().get(key, default)

    def keys(self):
        self._refresh()
        return super().keys()

    def values(self):
        self._refresh()
        return super().values()

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
