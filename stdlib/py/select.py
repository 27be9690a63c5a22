"""Waiting for several files is not available; the error's name is."""
error = OSError


def select(rlist, wlist, xlist, timeout=None, /):
    raise NotImplementedError("select.select() is not supported")


def poll():
    raise NotImplementedError("select.poll() is not supported")
