"""python -m json.tool [INFILE [OUTFILE]]: checks JSON and writes it with line breaks."""
import argparse
import json
import sys


def _options():
    parser = argparse.ArgumentParser(prog="python -m json.tool",
                                     description="A simple command line interface for json module to validate and "
                                                 "pretty-print JSON objects.")
    parser.add_argument("infile", nargs="?", default="-", help="a JSON file to be validated or pretty-printed")
    parser.add_argument("outfile", nargs="?", help="write the output of infile to outfile")
    parser.add_argument("--sort-keys", action="store_true", help="sort the output of dictionaries alphabetically by key")
    parser.add_argument("--no-ensure-ascii", dest="ensure_ascii", action="store_false",
                        help="disable escaping of non-ASCII characters")
    parser.add_argument("--json-lines", action="store_true", help="read one JSON text from every line of the input")
    spacing = parser.add_mutually_exclusive_group()
    spacing.add_argument("--indent", default=4, type=int, help="separate items with newlines and this many spaces")
    spacing.add_argument("--tab", action="store_const", dest="indent", const="\t",
                         help="separate items with newlines and tabs")
    spacing.add_argument("--no-indent", action="store_const", dest="indent", const=None,
                         help="separate items with spaces rather than newlines")
    spacing.add_argument("--compact", action="store_true", help="suppress all whitespace separation")
    options = parser.parse_args()
    try:
        options.source = sys.stdin if options.infile == "-" else open(options.infile, encoding="utf-8")
    except OSError as error:
        parser.error(f"argument infile: can't open {options.infile!r}: {error}")
    return options


def main():
    options = _options()
    layout = {"sort_keys": options.sort_keys, "indent": options.indent, "ensure_ascii": options.ensure_ascii}
    if options.compact:
        layout.update(indent=None, separators=(",", ":"))
    source = options.source
    try:
        if options.json_lines:
            values = [json.loads(line) for line in source]
        else:
            values = [json.load(source)]
    except ValueError as error:
        raise SystemExit(error)
    out = sys.stdout if options.outfile is None else open(options.outfile, "w", encoding="utf-8")
    for value in values:
        json.dump(value, out, **layout)
        out.write("\n")
    if out is not sys.stdout:
        out.close()


if __name__ == "__main__":
    main()
