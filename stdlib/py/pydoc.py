"""Help on functions, classes and modules, as text."""
import builtins
import inspect
import os
import sys

__all__ = ["help"]


def getdoc(obj):
    """The docstring, or the comment above the definition."""
    return (inspect.getdoc(obj) or "").rstrip()


def splitdoc(doc):
    """(first line, rest) of a docstring."""
    lines = doc.strip().split("\n")
    if len(lines) == 1:
        return lines[0], ""
    if not lines[1].rstrip():
        return lines[0], "\n".join(lines[2:])
    return "", "\n".join(lines)


def classname(obj, modname):
    """A class's name, with its module unless that is `modname`."""
    return obj.__name__ if obj.__module__ == modname else obj.__module__ + "." + obj.__name__


def isdata(obj):
    """Is it neither code nor a class?"""
    return not (inspect.ismodule(obj) or inspect.isclass(obj) or inspect.isroutine(obj) or inspect.isframe(obj) or
                inspect.istraceback(obj) or inspect.iscode(obj))


def visiblename(name, all=None, obj=None):
    """Should the name be shown?"""
    if name in {"__author__", "__builtins__", "__cached__", "__credits__", "__date__", "__doc__", "__docformat__",
                "__file__", "__loader__", "__module__", "__name__", "__package__", "__path__", "__qualname__",
                "__slots__", "__spec__", "__version__"}:
        return False
    if name.startswith("__") and name.endswith("__"):
        return True
    if name.startswith("_") and hasattr(obj, "_fields"):
        return True
    return name in all if all is not None else not name.startswith("_")


def describe(thing):
    """What kind of thing it is, in a few words."""
    if inspect.ismodule(thing):
        if thing.__name__ in sys.builtin_module_names:
            return "built-in module " + thing.__name__
        return ("package " if hasattr(thing, "__path__") else "module ") + thing.__name__
    if inspect.isbuiltin(thing):
        return "built-in function " + thing.__name__
    if inspect.isgetsetdescriptor(thing):
        return "getset descriptor %s.%s.%s" % (thing.__objclass__.__module__, thing.__objclass__.__name__,
                                               thing.__name__)
    if inspect.ismemberdescriptor(thing):
        return "member descriptor %s.%s.%s" % (thing.__objclass__.__module__, thing.__objclass__.__name__,
                                               thing.__name__)
    if inspect.isclass(thing):
        return "class " + thing.__name__
    if inspect.isfunction(thing):
        return "function " + thing.__name__
    if inspect.ismethod(thing):
        return "method " + thing.__name__
    return type(thing).__name__


class TextDoc:
    """Writes the help of one object after the other."""

    def bold(self, text):
        return "".join(c + "\b" + c for c in text)

    def indent(self, text, prefix="    "):
        if not text:
            return ""
        lines = [prefix + line for line in text.split("\n")]
        lines[-1] = lines[-1].rstrip()
        return "\n".join(lines)

    def section(self, title, contents):
        return self.bold(title) + "\n" + self.indent(contents).rstrip() + "\n\n"

    def document(self, obj, name=None, *args):
        """The help of any object."""
        if inspect.ismodule(obj):
            return self.docmodule(obj, name)
        if inspect.isclass(obj):
            return self.docclass(obj, name, *args)
        if inspect.isroutine(obj):
            return self.docroutine(obj, name, *args)
        if inspect.isdatadescriptor(obj):
            return self.docdata(obj, name)
        return self.docother(obj, name)

    def docmodule(self, obj, name=None, mod=None):
        synopsis, text = splitdoc(getdoc(obj))
        result = self.section("NAME", obj.__name__ + (" - " + synopsis if synopsis else ""))
        if text:
            result += self.section("DESCRIPTION", text)
        names = getattr(obj, "__all__", None)
        shown = [(k, v) for k, v in inspect.getmembers(obj) if visiblename(k, names, obj)]
        own = [(k, v) for k, v in shown if names is not None or getattr(v, "__module__", None) in (obj.__name__, None)]
        parts = [("CLASSES", [(k, v) for k, v in own if inspect.isclass(v)]),
                 ("FUNCTIONS", [(k, v) for k, v in own if inspect.isroutine(v)])]
        for title, items in parts:
            if items:
                result += self.section(title, "\n".join(self.document(v, k, obj.__name__) for k, v in items))
        data = [self.docother(v, k, limit=70) for k, v in shown if isdata(v)]
        if data:
            result += self.section("DATA", "\n".join(data))
        for title, attribute in (("VERSION", "__version__"), ("AUTHOR", "__author__")):
            if hasattr(obj, attribute):
                result += self.section(title, str(getattr(obj, attribute)))
        return result + self.section("FILE", getattr(obj, "__file__", None) or "(built-in)")

    def docclass(self, obj, name=None, mod=None, *ignored):
        realname = obj.__name__
        name = name or realname
        title = "class " + self.bold(realname) if name == realname else \
            self.bold(name) + " = class " + realname
        if obj.__bases__:
            title += "(%s)" % ", ".join(classname(b, obj.__module__) for b in obj.__bases__)
        contents = []
        try:
            signature = str(inspect.signature(obj))
        except (ValueError, TypeError):
            signature = ""
        if signature and signature != "()":
            contents.append(name + signature + "\n")
        doc = getdoc(obj)
        if doc:
            contents.append(doc + "\n")
        mro = list(inspect.getmro(obj))
        if len(mro) > 2:
            contents.append("Method resolution order:")
            contents += ["    " + classname(b, obj.__module__) for b in mro]
            contents.append("")
        groups = {}
        for attribute in inspect.classify_class_attrs(obj):
            if visiblename(attribute.name, obj=obj):
                groups.setdefault(attribute.defining_class, []).append(attribute)
        classes = [c for c in mro if c in groups] + [c for c in groups if c not in mro]
        written = False
        for cls in classes:
            if cls is object and obj is not object:
                continue
            tag = "defined here" if cls is obj else "inherited from " + classname(cls, obj.__module__)
            for title_, block in self._sections(obj, cls, sorted(groups[cls], key=lambda a: a.name)):
                if written:
                    contents.append("-" * 70)
                written = True
                contents.append("%s %s:\n" % (title_, tag))
                contents += block
        text = "\n".join(contents)
        return title + ("\n" + self.indent(text.rstrip(), " |  ") + "\n" if text else "\n")

    def _sections(self, obj, cls, attributes):
        kinds = (("Methods", ("method",)), ("Class methods", ("class method",)), ("Static methods", ("static method",)))
        for title, wanted in kinds:
            found = [a for a in attributes if a.kind in wanted]
            if found:
                yield title, [self.document(self._method(obj, a), a.name, obj.__module__, obj) for a in found]
        for title, readonly in (("Readonly properties", True), ("Data descriptors", False)):
            found = [a for a in attributes
                     if (a.kind == "property" and readonly == (isinstance(a.object, property) and
                                                               a.object.fset is None and a.object.fdel is None)) or
                     (not readonly and a.kind == "data" and inspect.isdatadescriptor(a.object) and
                      not isinstance(a.object, property))]
            if found:
                yield title, [self.docdata(a.object, a.name) for a in found]
        found = [a for a in attributes if a.kind == "data" and not inspect.isdatadescriptor(a.object)]
        if found:
            out = []
            for a in found:
                value = getattr(obj, a.name, a.object)
                doc = getdoc(a.object) if callable(a.object) else None
                out.append(self.docother(value, a.name, limit=70, doc=doc) + "\n")
            yield "Data and other attributes", out

    def _method(self, obj, attribute):
        try:
            return getattr(obj, attribute.name)
        except Exception:
            return attribute.object

    def docroutine(self, obj, name=None, mod=None, cl=None):
        realname = getattr(obj, "__name__", None) or "<unknown>"
        name = name or realname
        note = ""
        if inspect.ismethod(obj):
            bound_to = type(obj.__self__)
            if cl is not None and bound_to is not cl:
                note = " from " + classname(bound_to, mod)
            elif cl is None:
                note = " method of %s instance" % classname(bound_to, mod)
        if name == realname:
            title = self.bold(realname)
        else:
            title = self.bold(name) + " = " + realname
        try:
            signature = str(inspect.signature(obj))
        except (ValueError, TypeError):
            signature = "(...)"
        if realname == "<lambda>":
            title = self.bold(name) + " lambda "
            signature = signature[1:-1]
        line = title + signature + note
        if inspect.iscoroutinefunction(obj):
            line = "async " + line
        doc = getdoc(obj)
        return line + "\n" + (self.indent(doc).rstrip() + "\n" if doc else "")

    def docdata(self, obj, name=None, mod=None, cl=None):
        doc = getdoc(obj)
        return (self.bold(name) + "\n" if name else "") + (self.indent(doc) + "\n" if doc else "")

    docproperty = docdata

    def docother(self, obj, name=None, mod=None, parent=None, limit=None, doc=None):
        text = repr(obj)
        if limit:
            head = (name + " = ") if name else ""
            if len(head) + len(text) > limit:
                text = text[:limit - len(head) - 3] + "..."
        line = (self.bold(name) + " = " if name else "") + text
        doc = getdoc(obj) if doc is None and not limit else doc
        return line + ("\n" + self.indent(str(doc)) + "\n" if doc else "")


class _PlainTextDoc(TextDoc):
    def bold(self, text):
        return text


text = TextDoc()
plaintext = _PlainTextDoc()


def plain(text):
    """Text without overstruck characters."""
    out = []
    for c in text:
        if c == "\b":
            out.pop()
        else:
            out.append(c)
    return "".join(out)


def locate(path, forceload=0):
    """The object of a dotted name, or None."""
    parts = [p for p in path.split(".") if p]
    for n in range(len(parts), -1, -1):
        if n == 0:
            obj = builtins
        else:
            try:
                obj = __import__(".".join(parts[:n]), fromlist=["*"])
            except ImportError:
                continue
        for part in parts[n:]:
            try:
                obj = getattr(obj, part)
            except AttributeError:
                return None
        return obj
    return None


def resolve(thing, forceload=0):
    """(object, name) of an object or of the dotted name of one."""
    if isinstance(thing, str):
        obj = locate(thing, forceload)
        if obj is None:
            raise ImportError("No Python documentation found for %r.\nUse help() to get the interactive help utility.\n"
                              "Use help(str) for help on the str class." % thing)
        return obj, thing
    name = getattr(thing, "__name__", None)
    return thing, name if isinstance(name, str) else None


def render_doc(thing, title="Python Library Documentation: %s", forceload=0, renderer=None):
    """The help of an object or of the dotted name of one."""
    renderer = renderer or text
    obj, name = resolve(thing, forceload)
    described = describe(obj)
    module = inspect.getmodule(obj)
    if name and "." in name:
        described += " in " + name[:name.rfind(".")]
    elif module and module is not obj:
        described += " in module " + module.__name__
    if not (inspect.ismodule(obj) or inspect.isclass(obj) or inspect.isroutine(obj) or inspect.isdatadescriptor(obj) or
            getdoc(obj) and not hasattr(type(obj), "__name__")):
        if not inspect.isdatadescriptor(obj):
            obj = type(obj)
            described += " object"
    return title % described + "\n\n" + renderer.document(obj, name)


def pager(text):
    """Prints a text."""
    sys.stdout.write(plain(text) + "\n")


def doc(thing, title="Python Library Documentation: %s", forceload=0, output=None, is_cli=False):
    """Prints the help of an object. is_cli: that there is none is an exception."""
    try:
        if output is None:
            pager(render_doc(thing, title, forceload))
        else:
            output.write(render_doc(thing, title, forceload, plaintext))
    except ImportError as e:
        if is_cli:
            raise
        print(e)


class Helper:
    """What `help` is: help(x) prints the help of x."""

    def __init__(self, input=None, output=None):
        self._output = output

    def __repr__(self):
        return "Type help() for interactive help, or help(object) for help about object."

    def __call__(self, *request):
        if request:
            self.help(*request)
        else:
            print("Type help(name) with an object or the name of a module, class or function.")

    def help(self, request, is_cli=False):
        doc(request, "Help on %s:", output=self._output, is_cli=is_cli)


help = Helper()


_USAGE = """pydoc - the Python documentation tool

{0} <name> ...
    Show text documentation on something.  <name> may be the name of a
    Python function, module, or package, or a dotted
    reference to a class or function within a module or module in a
    package.  If <name> contains a '/', it is used as the path to a
    Python source file to document.
"""


def _asked(word):
    """What a word of the command line names: a file with a module in it, or an object."""
    if "/" not in word or not os.path.isfile(word):
        return word
    from importlib.util import module_from_spec, spec_from_file_location
    spec = spec_from_file_location(os.path.splitext(os.path.basename(word))[0], word)
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as e:
        print(f"problem in {word} - {type(e).__name__}: {e}")
        sys.exit(1)
    return module


def cli():
    """What `python -m pydoc` does: show the help of what is named."""
    import getopt
    if "" not in sys.path and os.curdir not in sys.path and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        options, words = getopt.getopt(sys.argv[1:], "bk:n:p:w")
    except getopt.error:
        options, words = [], []
    for option, _ in options:
        what = "keyword searches are" if option == "-k" else "HTML pages are" if option == "-w" else "a server is"
        sys.exit(f"pydoc {option}: {what} not available")
    if not words:
        print(_USAGE.format(os.path.splitext(os.path.basename(sys.argv[0]))[0]))
    for word in words:
        if "/" in word and not os.path.exists(word):
            print(f"file {word!r} does not exist")
            sys.exit(1)
        try:
            help.help(_asked(word), is_cli=True)
        except ImportError as e:
            print(e)
            sys.exit(1)


if __name__ == "__main__":
    cli()
