"""Parsing and help pages of argparse."""
import argparse
import sys
import warnings

sys.stderr = sys.stdout
warnings.simplefilter("ignore")

def t(p, a, m="parse_args"):
    try: print(a, getattr(p,m)(a))
    except SystemExit as e: print('exit', e)
p = argparse.ArgumentParser(prog='x'); p.add_argument('--foo'); p.add_argument('cmd'); p.add_argument('rest', nargs='*', type=int)
for a in (['doit','1','--foo','bar','2','3'], '--foo b doit 1 -- -2 3'.split(), [], ['a','b']):
    t(p,a,'parse_intermixed_args'); t(p,a); t(p,a,'parse_known_args'); t(p,a,'parse_known_intermixed_args')
p = argparse.ArgumentParser(prog='x'); g=p.add_mutually_exclusive_group(required=True); g.add_argument('-a',action='store_true'); g.add_argument('pos',nargs='?'); h=g.add_mutually_exclusive_group(); h.add_argument('-q'); h.add_argument('--long-one', help=argparse.SUPPRESS)
p.add_argument('-z', choices='abc', nargs='*', metavar=('U','V'), help='some %(choices)s %(default)s %(type)s', type=str, default=['a']); p.print_help()
p.add_argument('tail', nargs='...'); 
for a in ('-a','x y z','-a -z a b -- t -t','-q4 -z=a', '-za', '-aq', '-aqv', '--lo=1', '-a --long-one 3','--long-one 3 t -q 3'): t(p,a.split())
p = argparse.ArgumentParser(prog='program_with_quite_a_long_name_that_takes_most_of_the_line_and_then_some_more', formatter_class=argparse.ArgumentDefaultsHelpFormatter)
for i in range(9): p.add_argument('--option-%d'%i, type=int, default=i, help='an option that has a help text '*i)
p.add_argument('file', nargs='+', help='files'); p.print_help()
s = p.add_subparsers(dest='c', required=True, title='subs', description='d'); q=s.add_parser('one', aliases=['o1','o2'], help='first'); q.add_argument('--x', action=argparse.BooleanOptionalAction); s.add_parser('two')
p.print_help(); q.print_help(); print(p, argparse.Namespace(**{'a b':1,'c':2}), argparse.FileType('w', encoding='utf8'))
for a in ('f one --x','f f o2 --no-x','f three', 'f', 'f one --y'): t(p,a.split())
try: p.add_argument('--option-1')
except argparse.ArgumentError as e: print(e)
p = argparse.ArgumentParser(prog='x', prefix_chars='+/', conflict_handler='resolve', fromfile_prefix_chars='@'); p.add_argument('+x','++xx', action='count'); p.add_argument('/y', nargs=2, type=float); p.add_argument('+x', action='append'); p.print_help()
for a in (['+x','1','+x','2'],['++xx','++xx','/y','1','-2'],['/y','1'],['@no_such_file'],['/y','1','b']): t(p,a)
p = argparse.ArgumentParser(prog='x'); p.add_argument('--lr', type=float, default='1e-3'); p.add_argument('--n', type=int); p.add_argument('-3', dest='three', action='store_true')
for a in (['--lr','-1'],['-3'],['--lr','-5'],['--n','z'],['--l=4','--n=3'],['--zz'],['-3','x']): t(p,a)
p = argparse.ArgumentParser(prog='x', usage='%(prog)s is used so', description='about %(prog)s', epilog='the end\n\n\n\nreally'); p.add_argument('-v','--version',action='version',version='%(prog)s 1.0'); p.add_argument('r', nargs=argparse.REMAINDER); p.add_argument('z',nargs='?'); t(p,['-v']); t(p,['a','-v']); t(p,['--','a','-v']); p.print_help()
