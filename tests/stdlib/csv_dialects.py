# Rows of random characters under random dialects, read and written.
import csv
import io
import random

choose = random.Random(3).choice
CHARACTERS = 'ab ,;"\'\\\n\r\t1.\u00e9|'
OPTIONS = {"delimiter": [",", ";", "\t", "\u00e9", " "], "quotechar": ['"', "'", "|", None, "\u00e9"],
           "escapechar": ["\\", None, "|"], "doublequote": [True, False], "skipinitialspace": [True], "strict": [True],
           "quoting": [0, 1, 2, 3], "lineterminator": ["\n", "\r\n", "!", "\u00e9", "a"]}


def text(longest):
    return "".join(choose(CHARACTERS) for _ in range(choose(range(longest))))


def read(lines, options):
    rows = []
    try:
        reader = csv.reader(lines, **options)
        for row in reader:
            rows.append(row)
        rows.append(reader.line_num)
    except (csv.Error, TypeError, ValueError) as error:
        rows.append(str(error))
    return rows


for _ in range(150):
    options = {name: choose(values) for name, values in OPTIONS.items() if choose(range(3)) == 0}
    print(ascii(options))
    source = text(25)
    print("  ", ascii(read(io.StringIO(source, newline=""), options)), ascii(read(source.split(";"), options)))
    row = [choose([None, 1, 2.5, "", True, 3j, text(6), text(6), text(6)]) for _ in range(choose(range(5)))]
    out = io.StringIO(newline="")
    try:
        print("  ", csv.writer(out, **options).writerow(row), ascii(out.getvalue()))
    except (csv.Error, TypeError) as error:
        print("  ", error)

for e in ("csv.reader(3)", "csv.writer(3)", "csv.writer(io.StringIO()).writerow(3)", "next(csv.reader([b'a']))",
          "csv.writer(io.StringIO()).writerows([1])", "csv.writer(io.StringIO()).writerows(1)", "next(csv.reader([]))",
          "type(csv.reader([]))", "type(csv.writer(io.StringIO()))", "csv.field_size_limit('a')",
          "csv.field_size_limit(5)", "next(csv.reader(['aaaaaa']))", "next(csv.reader(['aaaaa']))",
          "csv.field_size_limit(131072)", "setattr(csv.reader([]), 'line_num', 3)", "csv.reader([], foo=1)",
          "csv.reader([], 'nope')", "csv.reader([]).dialect.delimiter"):
    try:
        print(e, eval(e))
    except Exception as error:
        print(e, type(error).__name__, error)

# Limits that are refused change nothing.
for limit in 2**70, -2**70, "5", 1.5, None:
    try:
        print(csv.field_size_limit(limit))
    except (OverflowError, TypeError) as e:
        print(type(e).__name__, e)
print(csv.field_size_limit())
