"""python -m json.tool [INFILE [OUTFILE]]: checks JSON and writes it with line breaks."""
import argparse
import json
import sys


def _options():
    parser = argparse.ArgumentParser(prog="python -m json.tool",
                                     description="A simple command line interface for json module to validate and "
                                                 "pretty-print JSON objects.")
    parser.add_argument("infile", nargs="?", type=argparse.FileType(encoding="utf-8"), default=sys.stdin,
                        help="a JSON file to be validated or pretty-printed")
    parser.add_argument("outfile", nargs="?", help="write the output of infile to outfile")
    parser.add_argument("--sort-keys", action="store_true", help="sort the output of dictionaries alphabetically by key")
    parser.add_argument("--no-ensure-ascii", dest="ensure_ascii", action="store_false",
                        help="disable escaping of non-ASCII characters")
    parser.add_argument("--json-lines", action="store_true",
                        help="parse input using the JSON Lines format. Use with --no-indent or --compact to produce "
                             "valid JSON Lines output.")
    spacing = parser.add_mutually_exclusive_group()
    spacing.add_argument("--indent", default=4, type=int,
                         help="separate items with newlines and use this number of spaces for indentation")
    spacing.add_argument("--tab", action="store_const", dest="indent", const="\t",
                         help="separate items with newlines and use tabs for indentation")
    spacing.add_argument("--no-indent", action="store_const", dest="indent", const=None,
                         help="separate items with spaces rather than newlines")
    spacing.add_argument("--compact", action="store_true",
                         help="suppress all whitespace separation (most compact)")
    return parser.parse_args()


def main():
    options = _options()
    layout = {"sort_keys": options.sort_keys, "indent": options.indent, "ensure_ascii": options.ensure_ascii}
    if options.compact:
        layout.update(indent=None, separators=(",", ":"))
    try:
        with options.infile as source:
            values = map(json.loads, source) if options.json_lines else [json.load(source)]
            with sys.stdout if options.outfile is None else open(options.outfile, "w", encoding="utf-8") as out:
                for value in values:
                    json.dump(value, out, **layout)
                    out.write("\n")
    except ValueError as error:
        raise SystemExit(error)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError as error:
        sys.exit(error.errno)
