"""Command-line options in the manner of C."""
import os

__all__ = ["GetoptError", "error", "getopt", "gnu_getopt"]


class GetoptError(Exception):
    opt = ""
    msg = ""

    def __init__(self, msg, opt=""):
        self.msg = msg
        self.opt = opt
        Exception.__init__(self, msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    """(options with their values, arguments); options end at the first argument."""
    opts = []
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    while args and args[0].startswith("-") and args[0] != "-":
        if args[0] == "--":
            args = args[1:]
            break
        if args[0].startswith("--"):
            opts, args = _long(opts, args[0][2:], longopts, args[1:])
        else:
            opts, args = _short(opts, args[0][1:], shortopts, args[1:])
    return opts, args


def gnu_getopt(args, shortopts, longopts=[]):
    """getopt() with options behind arguments."""
    opts = []
    rest = []
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    first_ends = False
    if shortopts.startswith("+"):
        shortopts = shortopts[1:]
        first_ends = True
    elif os.environ.get("POSIXLY_CORRECT"):
        first_ends = True
    while args:
        if args[0] == "--":
            rest += args[1:]
            break
        if args[0][:2] == "--":
            opts, args = _long(opts, args[0][2:], longopts, args[1:])
        elif args[0][:1] == "-" and args[0] != "-":
            opts, args = _short(opts, args[0][1:], shortopts, args[1:])
        elif first_ends:
            rest += args
            break
        else:
            rest.append(args[0])
            args = args[1:]
    return opts, rest


def _long(opts, opt, longopts, args):
    opt, equals, value = opt.partition("=")
    value = value if equals else None
    possible = [o for o in longopts if o.startswith(opt)]
    if not possible:
        raise GetoptError("option --%s not recognized" % opt, opt)
    if opt in possible:
        takes, name = False, opt
    elif opt + "=" in possible:
        takes, name = True, opt
    else:
        if len(possible) > 1:
            raise GetoptError("option --%s not a unique prefix" % opt, opt)
        name = possible[0]
        takes = name.endswith("=")
        if takes:
            name = name[:-1]
    if takes:
        if value is None:
            if not args:
                raise GetoptError("option --%s requires argument" % name, name)
            value, args = args[0], args[1:]
    elif value is not None:
        raise GetoptError("option --%s must not have an argument" % name, name)
    opts.append(("--" + name, value or ""))
    return opts, args


def _short(opts, letters, shortopts, args):
    while letters:
        opt, letters = letters[0], letters[1:]
        at = shortopts.find(opt)
        if opt == ":" or at < 0:
            raise GetoptError("option -%s not recognized" % opt, opt)
        value = ""
        if shortopts.startswith(":", at + 1):
            if not letters:
                if not args:
                    raise GetoptError("option -%s requires argument" % opt, opt)
                letters, args = args[0], args[1:]
            value, letters = letters, ""
        opts.append(("-" + opt, value))
    return opts, args


if __name__ == "__main__":
    import sys
    print(getopt(sys.argv[1:], "a:b", ["alpha=", "beta"]))
