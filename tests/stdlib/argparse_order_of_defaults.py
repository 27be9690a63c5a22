# Attributes stand in a namespace in the order of arguments, then of set_defaults(), then of subcommands.
import argparse

p = argparse.ArgumentParser()
p.set_defaults(z=1, a=5)
p.add_argument("--a", default=3)
p.add_argument("b", nargs="?")
p.set_defaults(y=2)
print(p.parse_args([]))
print(p.parse_args(["--a", "9", "x"]))
q = p.add_subparsers(dest="cmd").add_parser("run")
q.set_defaults(func="f", z=7, n=8)
q.add_argument("--n", default=1)
q.add_argument("--m")
for words in ["k", "run"], ["k", "run", "--m", "4"]:
    print(p.parse_args(words))
print(p.parse_args(["k", "run"], argparse.Namespace(m=1, q=3)))

print('--- the column of help texts does not heed the indent of commands')
parser = argparse.ArgumentParser(prog='x')
parser.add_argument('--ver')
commands = parser.add_subparsers(metavar='CMD', title='commands')
commands.add_parser('report', aliases=['rep'], help='h')
commands.add_parser('build', help='h')
parser.print_help()
