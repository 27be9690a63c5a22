"""Bases of codecs: without state, and piece by piece."""
__name__ = "codecs"


class Codec:
    """A codec without state; both ways give (result, length of what was read)."""

    def encode(self, input, errors="strict"):
        raise NotImplementedError

    def decode(self, input, errors="strict"):
        raise NotImplementedError


class IncrementalEncoder(object):
    """Encodes piece by piece."""

    def __init__(self, errors="strict"):
        self.errors = errors
        self.buffer = ""

    def encode(self, input, final=False):
        """What can be told of the input by now."""
        raise NotImplementedError

    def reset(self):
        """Forget what came before."""

    def getstate(self):
        """What came before, as a number."""
        return 0

    def setstate(self, state):
        """Go back to what getstate() told."""


class BufferedIncrementalEncoder(IncrementalEncoder):
    """Encodes piece by piece, and keeps what it cannot encode yet."""

    def __init__(self, errors="strict"):
        IncrementalEncoder.__init__(self, errors)
        self.buffer = ""

    def _buffer_encode(self, input, errors, final):
        """(result, length of what was read)."""
        raise NotImplementedError

    def encode(self, input, final=False):
        waiting = self.buffer + input
        made, used = self._buffer_encode(waiting, self.errors, final)
        self.buffer = waiting[used:]
        return made

    def reset(self):
        IncrementalEncoder.reset(self)
        self.buffer = ""

    def getstate(self):
        return self.buffer or 0

    def setstate(self, state):
        self.buffer = state or ""


class IncrementalDecoder(object):
    """Decodes piece by piece."""

    def __init__(self, errors="strict"):
        self.errors = errors

    def decode(self, input, final=False):
        """What can be told of the input by now."""
        raise NotImplementedError

    def reset(self):
        """Forget what came before."""

    def getstate(self):
        """What came before: bytes that are not decoded yet, and a number."""
        return b"", 0

    def setstate(self, state):
        """Go back to what getstate() told."""


class BufferedIncrementalDecoder(IncrementalDecoder):
    """Decodes piece by piece, and keeps bytes of which there are not enough yet."""

    def __init__(self, errors="strict"):
        IncrementalDecoder.__init__(self, errors)
        self.buffer = b""

    def _buffer_decode(self, input, errors, final):
        """(result, length of what was read)."""
        raise NotImplementedError

    def decode(self, input, final=False):
        waiting = self.buffer + input
        made, used = self._buffer_decode(waiting, self.errors, final)
        self.buffer = waiting[used:]
        return made

    def reset(self):
        IncrementalDecoder.reset(self)
        self.buffer = b""

    def getstate(self):
        return self.buffer, 0

    def setstate(self, state):
        self.buffer = state[0]
