"""What PurePath.parents gives."""
from _collections_abc import Sequence

__name__ = "pathlib"


class _PathParents(Sequence):
    """The folders that a path lies in, the nearest first; made when they are asked for."""

    def __init__(self, path):
        self._path, self._sizes = path, range(len(path.parts) - 1, len(path.root[:1]) - 1, -1)

    def __len__(self):
        return len(self._sizes)

    def __getitem__(self, index):
        try:
            sizes = self._sizes[index]
        except IndexError:
            raise IndexError(index) from None
        if isinstance(index, slice):
            return tuple(map(self._of_size, sizes))
        return self._of_size(sizes)

    def _of_size(self, size):
        return self._path._of_parts(self._path.parts[:size])

    def __repr__(self):
        return f"<{type(self._path).__name__}.parents>"
