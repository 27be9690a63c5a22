import optparse
import os
import re
import sys
from optparse import OptionParser, OptionGroup, Option, SUPPRESS_HELP, SUPPRESS_USAGE, make_option

os.environ['COLUMNS'] = '80'
sys.stderr = sys.stdout


def attempt(f, *args, **kwargs):
    try:
        print('->', re.sub('0x[0-9a-f]+', 'AT', str(f(*args, **kwargs))))
    except SystemExit as e:
        print('exit', e.code)
    except Exception as e:
        print(type(e).__name__, e)


def made(**kwargs):
    p = OptionParser(prog='tool', **kwargs)
    p.add_option('-f', '--file', dest='filename', help='write the report to FILE', metavar='FILE')
    p.add_option('-q', '--quiet', action='store_false', dest='verbose', default=True, help="don't print anything")
    p.add_option('-n', '--number', type='int', default=3, help='how many [default: %default]')
    p.add_option('-r', '--ratio', type=float, help='a ratio [default: %default]')
    p.add_option('-v', action='count', help='more')
    p.add_option('--mode', choices=['fast', 'slow'], default='fast', help='one of two modes, with a help text that is long '
                 'enough to be broken into several lines (default: %default)')
    p.add_option('-p', '--point', nargs=2, type='float')
    p.add_option('-a', '--add', action='append', default=[])
    p.add_option('--c1', action='append_const', const='one', dest='parts')
    p.add_option('--c2', action='append_const', const='two', dest='parts')
    p.add_option('--a-very-long-option-string', action='store_true', help='its help stands below it')
    p.add_option('--hidden', help=SUPPRESS_HELP)
    return p


p = made(usage='%prog [options] FILE...', version='%prog 1.0', description='What %prog is for, in a text that is long enough '
         'to need more than one line of eighty columns.', epilog='And the end of it all.')
g = OptionGroup(p, 'Dangerous Options', 'Caution: use these at your own risk.')
g.add_option('-g', action='store_true', help='Group option.')
g.add_option('--grouped-option', dest='grouped', help='another')
p.add_option_group(g)
p.print_help()
print(p.format_help(optparse.TitledHelpFormatter()))
print(p.format_help(optparse.IndentedHelpFormatter(4, 30, 60, 0)))
attempt(p.parse_args, ['--help'])
attempt(p.parse_args, ['--version'])

p = made()
for line in ('', 'a b', '-f x a', '-fx a -q', '--file=x', '--file x', '--fi x', '-n 5', '-n0x1f', '-n 010', '-n 0b11',
             '-n x', '-r .5', '-r x', '-vvv', '-vqn7', '--mode slow', '--mode=other', '--mo', '-p 1 2 3', '-p 1',
             '--point 1 2', '--point=1 2', '-a 1 -a 2 --add=3', '--c1 --c2 --c1', '--c 1', '--c1=5', '-x', '--unknown',
             '-- -f x', '- a', 'a -f x b -- -q', '--a-very', '-n', '--number', '--file=', '-f'):
    print('$', line)
    attempt(p.parse_args, line.split())
p.disable_interspersed_args()
attempt(p.parse_args, 'a -f x b'.split())
p.enable_interspersed_args()
p.set_defaults(number='12', mode='slow', new=1)
attempt(p.parse_args, [])
p.set_process_default_values(False)
attempt(p.parse_args, [])
values = optparse.Values({'number': 1})
print(p.parse_args(['-q'], values)[0] is values, values.number, values == {'number': 1, 'verbose': False}, values.ensure_value('k', 5))


def callback(option, opt, value, parser, *args, **kwargs):
    print(option, opt, value, args, kwargs, parser.rargs, parser.largs)
    parser.values.called = value
    if value == 'bad':
        raise optparse.OptionValueError('not this one')


p = OptionParser(prog='tool', usage=SUPPRESS_USAGE, add_help_option=False)
p.add_option('-c', '--call', action='callback', callback=callback, type='string', callback_args=(1, 2),
             callback_kwargs={'k': 3}, help='calls')
p.add_option('-e', action='callback', callback=callback, dest='e')
p.print_usage()
p.print_help()
attempt(p.parse_args, 'a -c v b -e c'.split())
attempt(p.parse_args, ['-c', 'bad'])
print(p.has_option('-c'), p.get_option('--call'), p.has_option('-h'), p.get_option('-z'), p.get_option_group('-c'))
p.remove_option('--call')
attempt(p.parse_args, ['-c', 'v'])
attempt(p.remove_option, '-c')

for args, kwargs in (((), {}), (('x',), {}), (('-',), {}), (('--',), {}), (('-xy',), {}), (('--x',), {}), (('---x',), {}),
                     (('-a',), {'action': 'other'}), (('-a',), {'type': 'other'}), (('-a',), {'type': 'choice'}),
                     (('-a',), {'choices': 5}), (('-a',), {'action': 'count', 'type': 'int'}),
                     (('-a',), {'action': 'store_true', 'nargs': 1}), (('-a',), {'const': 1}), (('-a',), {'what': 1, 'b': 2}),
                     (('-a',), {'action': 'callback'}), (('-a',), {'action': 'callback', 'callback': len, 'callback_args': 1}),
                     (('-a',), {'callback': len}), (('-a',), {'callback_args': ()}), (('-a',), {'type': 'int', 'choices': []}),
                     (('-a', '--long-name'), {'type': str})):
    attempt(Option, *args, **kwargs)

p = OptionParser(prog='tool')
p.add_option('-a', '--all', help='first')
attempt(p.add_option, '-a', help='second')
attempt(p.add_option, '-b', '--all', help='second')
p.set_conflict_handler('resolve')
p.add_option('-a', help='second', dest='second')
p.add_option('--all', help='third', dest='third')
attempt(p.set_conflict_handler, 'other')
attempt(p.add_option, 5)
attempt(p.add_option, Option('-z'), k=1)
attempt(p.add_option_group, 5)
attempt(p.add_option_group, OptionGroup(OptionParser(), 'other'))
p.print_help()


class TypedOption(Option):
    def check_pair(self, opt, value):
        try:
            a, b = value.split(',')
            return int(a), int(b)
        except ValueError:
            raise optparse.OptionValueError('option %s: invalid pair: %r' % (opt, value))

    ACTIONS = Option.ACTIONS + ('extend',)
    STORE_ACTIONS = Option.STORE_ACTIONS + ('extend',)
    TYPED_ACTIONS = Option.TYPED_ACTIONS + ('extend',)
    ALWAYS_TYPED_ACTIONS = Option.ALWAYS_TYPED_ACTIONS + ('extend',)
    TYPES = Option.TYPES + ('pair',)
    TYPE_CHECKER = dict(Option.TYPE_CHECKER, pair=check_pair)

    def take_action(self, action, dest, opt, value, values, parser):
        if action == 'extend':
            values.ensure_value(dest, []).extend(value.split(','))
        else:
            Option.take_action(self, action, dest, opt, value, values, parser)


p = OptionParser(option_class=TypedOption, prog='tool', option_list=[TypedOption('--pair', type='pair'), make_option('-m')])
p.add_option('-n', '--names', action='extend', type='string')
attempt(p.parse_args, ['--pair', '1,2', '-n', 'a,b', '--names=c', '-m', 'x'])
attempt(p.parse_args, ['--pair', '1'])
p.set_usage('usage: %prog words')
p.formatter.set_short_opt_delimiter('')
p.formatter.set_long_opt_delimiter(' ')
p.print_help()
attempt(p.formatter.set_long_opt_delimiter, 'x')
attempt(p.error, 'a message')
attempt(p.exit, 3, 'bye\n')
print(OptionParser(add_help_option=False).format_option_help(), OptionParser(prog='x').get_version())
