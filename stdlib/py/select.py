"""Waiting until one of several files can be read or written."""
from _select import POLLERR, POLLHUP, POLLIN, POLLNVAL, POLLOUT, POLLPRI, poll_descriptors

error = OSError
PIPE_BUF = 4096


def _number_of(file):
    """The descriptor of a file or a number."""
    if not isinstance(file, int):
        try:
            file = file.fileno()
        except AttributeError:
            raise TypeError("argument must be an int, or have a fileno() method.") from None
        if not isinstance(file, int):
            raise TypeError("fileno() returned a non-integer")
    if file < 0:
        raise ValueError("file descriptor cannot be a negative integer (%i)" % file)
    return file


def select(rlist, wlist, xlist, timeout=None, /):
    """Those of the files to read, to write and with exceptional conditions that are ready, as three lists."""
    if timeout is not None:
        if not isinstance(timeout, (int, float)):
            raise TypeError("timeout must be a float or None")
        if timeout < 0:
            raise ValueError("timeout must be non-negative")
    kinds = ((rlist, POLLIN, POLLIN | POLLHUP | POLLERR), (wlist, POLLOUT, POLLOUT | POLLERR), (xlist, POLLPRI, POLLPRI))
    wanted, files = {}, []
    for given, events, _ in kinds:
        if not hasattr(given, "__iter__") and not hasattr(given, "__getitem__"):
            raise TypeError("arguments 1-3 must be sequences")
        numbered = [(file, _number_of(file)) for file in given]
        files.append(numbered)
        for _, number in numbered:
            wanted[number] = wanted.get(number, 0) | events
    ready = dict(poll_descriptors(list(wanted.items()), timeout))
    if any(events & POLLNVAL for events in ready.values()):
        raise OSError(9, "Bad file descriptor")
    return tuple([file for file, number in numbered if ready.get(number, 0) & events]
                 for numbered, (_, _, events) in zip(files, kinds))


class poll:
    """Files to wait for, and what for."""

    def __init__(self):
        self._wanted = {}

    def register(self, fd, eventmask=POLLIN | POLLPRI | POLLOUT, /):
        """Wait for a file too."""
        self._wanted[_number_of(fd)] = eventmask

    def modify(self, fd, eventmask, /):
        """Wait for something else of a file."""
        number = _number_of(fd)
        if number not in self._wanted:
            raise FileNotFoundError(2, "No such file or directory")
        self._wanted[number] = eventmask

    def unregister(self, fd, /):
        """Wait for a file no more."""
        del self._wanted[_number_of(fd)]

    def poll(self, timeout=None, /):
        """(descriptor, events) of those that are ready; the time is in milliseconds."""
        if timeout is not None:
            if not isinstance(timeout, (int, float)):
                raise TypeError("timeout must be an integer or None")
            timeout = None if timeout < 0 else timeout / 1000
        return poll_descriptors(list(self._wanted.items()), timeout)
