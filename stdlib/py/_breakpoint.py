"""What breakpoint() and sys.breakpointhook() do."""


def enter(args, keywords):
    """Call sys.breakpointhook, whatever it is by now."""
    import sys
    try:
        hook = sys.breakpointhook
    except AttributeError:
        raise RuntimeError("lost sys.breakpointhook") from None
    return hook(*args, **keywords)


def call_named(args, keywords):
    """Call the function that $PYTHONBREAKPOINT names; "0" is none, and without one it would be a debugger, which is missing."""
    import os
    import warnings
    name = os.environ.get("PYTHONBREAKPOINT") or "pdb.set_trace"
    if name == "0":
        return None
    module, _, function = name.rpartition(".")
    try:
        target = getattr(__import__(module or "builtins", fromlist=(function,)), function)
    except (ImportError, AttributeError):
        warnings.warn(f'Ignoring unimportable $PYTHONBREAKPOINT: "{name}"', RuntimeWarning, stacklevel=3)
        return None
    return target(*args, **keywords)
