# csv: readers, writers, dialects, quoting, dictionaries, the sniffer, messages.
import csv
import io


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except BaseException as e:
        print(type(e).__name__, e)


def rows(text, *a, **k):
    return list(csv.reader(io.StringIO(text, newline=""), *a, **k))


for text in ("a,b,c\r\n1,2,3\r\n", 'x,"y ""q"" z",w\n', '"multi\nline",2\n', "", "\n", "\n\na\n", "a,,\n,\n", 'a"b,c\n', '"a"b,c\n', '"open', "a,b",
             " a, b\n", '" a", "b"\n', "a\rb\n", '"",x\n', "tail,", '"a\r\nb",c\r\n'):
    t(rows, text)
t(rows, 'a, "b",c\n', skipinitialspace=True); t(rows, "a;b;'c;d'\n", delimiter=";", quotechar="'"); t(rows, "a\\,b,c\\\\\n", escapechar="\\")
t(rows, '1,"2",3.5\n', quoting=csv.QUOTE_NONNUMERIC); t(rows, "x,1\n", quoting=csv.QUOTE_NONNUMERIC); t(rows, '"a",b\n', quoting=csv.QUOTE_NONE)
t(rows, '"a"b\n', strict=True); t(rows, '"a', strict=True); t(rows, 'a"b"\n', doublequote=False, escapechar="\\"); t(rows, "a\tb\n", "excel-tab"); t(rows, "a\\\nb\n", escapechar="\\")
t(rows, "a\n", "nope"); t(rows, "a\n", delimiter=""); t(rows, "a\n", delimiter=5); t(rows, "a\n", quotechar="ab"); t(rows, "a\n", foo=1); t(rows, "a\n", quoting=9); t(rows, "a\n", quoting="x")
t(rows, "a\n", quotechar=None); t(rows, "a\n", quotechar=None, quoting=csv.QUOTE_ALL); t(csv.reader, 5); t(next, csv.reader([b"x"])); t(list, csv.reader(["a,b", "c"]))
t(csv.writer, 5); t(rows, "a\n", escapechar=5); t(rows, "a\n", lineterminator=5)


def written(rws, *a, **k):
    out = io.StringIO()
    w = csv.writer(out, *a, **k)
    w.writerows(rws)
    return out.getvalue()


data = [["a", 1, 2.5, None, True], ["x,y", 'q"r', "new\nline", "", " s "], [], [""], ["", ""], [None], [1e300, -0.0, 10 ** 20]]
t(written, data); t(written, data, quoting=csv.QUOTE_ALL); t(written, data, quoting=csv.QUOTE_NONNUMERIC); t(written, data, "unix"); t(written, data, delimiter="|", lineterminator="\n")
t(written, data[:2], quoting=csv.QUOTE_NONE); t(written, data[:2], quoting=csv.QUOTE_NONE, escapechar="\\"); t(written, [['a"b']], doublequote=False); t(written, [['a"b\\']], doublequote=False, escapechar="\\")
t(written, [5]); t(written, [[""]], quoting=csv.QUOTE_NONE); t(written, [[[1, 2], {"k": 1}]]); print(csv.writer(io.StringIO()).writerow(["a", "b"]))
r = csv.DictReader(io.StringIO("n,v\na,1\n\nb,2,3\nc\n"))
print(r.fieldnames, list(r), r.line_num)
print(list(csv.DictReader(io.StringIO("1,2\n"), ["x", "y", "z"], restval="-")), list(csv.DictReader(io.StringIO(""))), csv.DictReader(io.StringIO("")).fieldnames)
out = io.StringIO()
w = csv.DictWriter(out, ["a", "b"], restval="?", extrasaction="ignore")
w.writeheader(); w.writerow({"a": 1, "c": 2}); w.writerows([{"b": "x,y", "a": None}])
print(repr(out.getvalue())); t(csv.DictWriter(out, ["a"]).writerow, {"a": 1, "b": 2}); t(csv.DictWriter, out, ["a"], extrasaction="boo")
csv.register_dialect("pipe", delimiter="|", quoting=csv.QUOTE_MINIMAL); print(csv.list_dialects(), rows("a|b\n", "pipe"), csv.get_dialect("pipe").delimiter)
csv.unregister_dialect("pipe"); t(csv.get_dialect, "pipe"); t(csv.unregister_dialect, "pipe"); t(csv.register_dialect, 5)
class D(csv.Dialect):
    delimiter = ":"; quotechar = "'"; doublequote = True; skipinitialspace = False; lineterminator = "\n"; quoting = csv.QUOTE_MINIMAL
print(rows("a:'b:c'\n", D), rows("a:'b:c'\n", D()), written([["a:b", "c"]], D)); t(csv.Dialect)
for sample in "a;b;c\n1;2;3\n", "'a','b'\n'c','d'\n", "name\tage\nbob\t5\namy\t6\n", 'x, "y", z\n1, "2", 3\n':
    d = csv.Sniffer().sniff(sample); print(repr(d.delimiter), repr(d.quotechar), d.skipinitialspace, d.doublequote)
t(csv.Sniffer().sniff, "abc"); print(csv.Sniffer().has_header("name,age\nbob,5\namy,6\n"), csv.Sniffer().has_header("1,2\n3,4\n"))
print(csv.field_size_limit(10), csv.field_size_limit()); t(rows, "a" * 11 + "\n"); t(csv.field_size_limit, "x"); csv.field_size_limit(131072)
