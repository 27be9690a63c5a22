"""Seldom used parts of enum: a class decorator that makes an enum, a comparison of two enums, other ways to pickle."""
from enum import Enum


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """Decorator: the plain class below it becomes an enum of the given kind."""
    def convert(cls):
        meta = type(etype)
        members = meta.__prepare__(cls.__name__, (etype,))
        for name, value in cls.__dict__.items():
            if name not in ("__dict__", "__weakref__"):
                members[name] = value
        return meta(cls.__name__, (etype,), members, boundary=boundary)
    return convert


def _differences(name, checked, simple, ignored):
    for key in sorted(set(checked) | set(simple)):
        if key in ignored:
            continue
        if key not in simple:
            yield "missing key: %r%s" % (key, name)
        elif key not in checked:
            yield "extra key:   %r%s" % (key, name)


def _test_simple_enum(checked_enum, simple_enum):
    """TypeError unless the two enums have the same members and attributes."""
    failed = []
    if checked_enum.__dict__ != simple_enum.__dict__:
        checked = checked_enum.__dict__
        simple = simple_enum.__dict__
        names = set(checked_enum._member_map_) | set(simple_enum._member_map_)
        ignored = {"__module__", "_member_map_", "_value2member_map_", "__doc__", "__static_attributes__",
                   "__firstlineno__"}
        failed += _differences("", checked, simple, ignored | names)
        for name in sorted(names):
            if name not in simple_enum._member_map_:
                failed.append("missing member from simple enum: %r" % name)
            elif name not in checked_enum._member_map_:
                failed.append("extra member in simple enum: %r" % name)
            else:
                a = checked_enum[name].__dict__
                b = simple_enum[name].__dict__
                wrong = list(_differences(" of member %r" % name, a, b, {"__objclass__", "_sort_order_"}))
                for key in a:
                    if key in b and key not in ("__objclass__", "_sort_order_") and a[key] != b[key]:
                        wrong.append("member %r, %s: checked %r, simple %r" % (name, key, a[key], b[key]))
                failed += wrong
    for method in ("__str__", "__repr__", "__reduce_ex__", "__format__", "__getnewargs_ex__", "__getnewargs__"):
        if method in simple_enum.__dict__ and method in checked_enum.__dict__:
            continue
        if getattr(checked_enum, method, None) != getattr(simple_enum, method, None):
            failed.append("%s differs" % method)
    if failed:
        raise TypeError("enum mismatch:\n   %s" % "\n   ".join(failed))


def _old_convert_(etype, name, module, filter, source=None, *, boundary=None):
    """The module's constants that `filter` accepts, as an enum."""
    import sys
    module_globals = sys.modules[module].__dict__
    source = source.__dict__ if source else module_globals
    members = sorted(((n, v) for n, v in source.items() if filter(n)), key=lambda t: (t[1], t[0]))
    cls = etype(name, members, module=module, boundary=boundary)
    cls.__reduce_ex__ = lambda self, proto: self._name_
    return cls


def _reduce_ex_by_global_name(self, proto):
    """What makes a member that stands in its module too pickle as that name."""
    return self.name


def _make_class_unpicklable(obj):
    """Make an enum, or one member, refuse to be pickled."""
    def refuse(self, proto):
        raise TypeError("%r cannot be pickled" % self)
    if isinstance(obj, type):
        obj.__reduce_ex__ = refuse
        obj.__module__ = "<unknown>"
    else:
        setattr(obj, "__reduce_ex__", refuse)
