"""Backends from parts."""


def aot_autograd(**kwargs):
    """Refused: capture compiles forward and backward itself."""
    raise NotImplementedError("torch._dynamo.backends.common.aot_autograd is not supported")
