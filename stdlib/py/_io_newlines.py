"""The decoder of line ends, which io loads when it is asked for. Text files translate theirs by themselves."""
__name__ = "_io"

_ENDS = ((1, "\r"), (2, "\n"), (4, "\r\n"))


class IncrementalNewlineDecoder:
    """Decodes pieces of a stream, by another decoder unless they are text already, and makes every line end a "\\n" if
    it shall translate. A "\\r" at the end of a piece waits for what follows: it may be half of a line end."""

    def __new__(cls, *args, **kwargs):
        self = super().__new__(cls)
        self.__met = None  # which ends of _ENDS; None: __init__ has not run
        return self

    def __init__(self, decoder, translate, errors="strict"):
        self.__decoder, self.__translate, self.__errors = decoder, bool(translate), errors
        self.__met, self.__waits = 0, False

    def __check(self):
        if self.__met is None:
            raise ValueError("IncrementalNewlineDecoder.__init__() not called")

    def decode(self, input, final=False):
        """The text of a piece; `final`: it is the last one."""
        self.__check()
        text = input if self.__decoder is None else self.__decoder.decode(input, bool(final))
        if not isinstance(text, str):
            raise TypeError(f"decoder should return a string result, not {type(text).__name__!r}")
        if self.__waits and (text or final):
            text, self.__waits = "\r" + text, False
        if not final and text.endswith("\r"):
            text, self.__waits = text[:-1], True
        pairs = text.count("\r\n")
        counts = text.count("\r") - pairs, text.count("\n") - pairs, pairs
        for count, (bit, _) in zip(counts, _ENDS):
            self.__met |= bit if count else 0
        if self.__translate and (counts[0] or pairs):
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return text

    def getstate(self):
        """What was not decoded yet, and a number for the rest: a "\\r" that waits is its lowest bit."""
        self.__check()
        held, flag = (b"", 0) if self.__decoder is None else self.__decoder.getstate()
        return held, flag << 1 | self.__waits

    def setstate(self, state):
        """Go back to what getstate() gave."""
        self.__check()
        if not isinstance(state, tuple):
            raise TypeError("state argument must be a tuple")
        if len(state) != 2 or not isinstance(state[1], int):
            raise TypeError("setstate(): illegal state argument")
        held, flag = state
        self.__waits = bool(flag & 1)
        if self.__decoder is not None:
            self.__decoder.setstate((held, flag >> 1))

    def reset(self):
        """Begin anew."""
        self.__check()
        self.__met, self.__waits = 0, False
        if self.__decoder is not None:
            self.__decoder.reset()

    @property
    def newlines(self):
        """The line ends that were met: None, one, or a tuple of several."""
        self.__check()
        met = tuple(end for bit, end in _ENDS if self.__met & bit)
        return met if len(met) > 1 else met[0] if met else None
