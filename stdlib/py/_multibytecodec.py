"""Readers of sets with several bytes a character: they decode what the file's own read() and readline() give."""


class MultibyteStreamReader:
    """`_decode_part(data, errors, final)` gives (text, number of bytes read)."""

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors
        self._pending = b""  # the beginning of a character

    def _decoded(self, method, size):
        if size is None:
            size = -1
        elif not isinstance(size, int):
            raise TypeError("arg 1 must be an integer")
        while size != 0:
            data = method() if size < 0 else method(size)
            if not isinstance(data, bytes):
                raise TypeError(f"stream function returned a non-bytes object ({type(data).__name__})")
            waiting, self._pending = self._pending + data, b""
            made, used = self._decode_part(waiting, self.errors, size < 0 or not data)
            self._pending = waiting[used:]
            if size < 0 or made or not waiting:
                return made
            size = 1  # less than a character: one more byte
        return ""

    def read(self, sizeobj=None, /):
        """All, or what so many bytes hold, and more if they hold no whole character."""
        return self._decoded(self.stream.read, sizeobj)

    def readline(self, sizeobj=None, /):
        """One line, or what so many bytes of it hold."""
        return self._decoded(self.stream.readline, sizeobj)

    def readlines(self, sizehintobj=None, /):
        """The lines of what read() gives."""
        return self._decoded(self.stream.read, sizehintobj).splitlines(keepends=True)

    def reset(self):
        """Forget the beginning of a character."""
        self._pending = b""
