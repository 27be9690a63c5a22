# Calls of torch that are valid, or nearly, made from a seed: the same calls under Adder and under PyTorch, and a comparison.
#
#   adder  torch_differences.py run --seed 1 --count 500 > a
#   python torch_differences.py run --seed 1 --count 500 > b
#   python torch_differences.py compare a b
#
# `run --compiled` wraps each call in torch.compile and makes it three times: compare that with a plain run of Adder.
# `run --first K --count 1` makes call K alone; `--group NAME` draws from one table only (see torch_recipes*.py).
import math
import random
import re
import sys
import warnings

import torch
import torch.nn.functional as F
from torch import nn

import torch_recipes
import torch_recipes_nn

warnings.simplefilter('ignore')

RECIPES = {**torch_recipes.GROUPS, **torch_recipes_nn.GROUPS}
DTYPES = {'float32': torch.float32, 'float64': torch.float64, 'bfloat16': torch.bfloat16, 'float16': torch.float16,
          'int64': torch.int64, 'int32': torch.int32, 'int16': torch.int16, 'int8': torch.int8, 'uint8': torch.uint8,
          'bool': torch.bool, 'complex64': torch.complex64, 'complex128': torch.complex128}
KINDS = {'f': ['float32'] * 6 + ['float64'] * 4 + ['bfloat16', 'float16'], 'd': ['float64', 'float32'],
         'i': ['int64', 'int64', 'int32', 'uint8', 'int16', 'int8'], 'b': ['bool'], 'l': ['int64'],
         'n': ['float32'] * 5 + ['float64'] * 3 + ['bfloat16', 'float16', 'int64', 'int64', 'int32', 'uint8', 'bool', 'int8'],
         'c': ['complex64', 'complex128']}
KINDS['a'] = KINDS['n'] * 2 + KINDS['c'] * 2
KINDS['g'] = KINDS['d'] * 4 + KINDS['c']
TRANSFORMS = ['plain'] * 12 + ['double'] * 3 + ['jvp'] * 2 + ['vmap'] * 2 + ['jacrev', 'jacfwd', 'hessian', 'autocast']


class Maker:
    """Draws the tensors and numbers of one call; `inputs` holds how each tensor is made."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.inputs = []
        self.grads = True
        self.plain = False

    def chance(self, p):
        return self.r.random() < p

    def pick(self, *options):
        return options[self.r.randrange(len(options))]

    def opt(self, text, p=0.5):
        return text if self.r.random() < p else ''

    def int(self, low, high):
        return self.r.randint(low, high)

    def num(self, low=-2.0, high=2.0):
        return round(self.r.uniform(low, high), 2)

    def scalar(self):
        return self.pick(2, 3, -1, 0.5, -1.5, 2.0, 0, True)

    def bool(self):
        return self.pick(True, False)

    def shape(self, low=0, high=3, most=4):
        n = self.int(low, high)
        s = [self.int(1, most) for _ in range(n)]
        if n and self.chance(0.04):
            s[self.r.randrange(n)] = 0
        return s

    def dim(self, s):
        n = len(s)
        return self.int(-n, n - 1) if n else self.pick(0, -1)

    def dims(self, s):
        """One dim, or a tuple of different dims, as text."""
        if not s or self.chance(0.5):
            return str(self.dim(s))
        some = self.r.sample(range(len(s)), self.int(1, len(s)))
        return str(tuple(d - len(s) if self.chance(0.3) else d for d in some))

    def cast(self, s):
        """A shape that broadcasts with s."""
        out = [1 if self.chance(0.2) else n for n in s]
        return out[self.int(0, len(out)):] if self.chance(0.3) else out

    def t(self, shape, kind='f', values='normal', grad=True, layout=None, same=None):
        """A tensor of a shape; kind is a letter of KINDS or a dtype; same takes the dtype of another one."""
        if same is not None:
            dtype = self.inputs[ord(same) - 97]['dtype']
        else:
            dtype = kind if kind in DTYPES else self.r.choice(KINDS[kind])
        shape = list(shape)
        if layout is None:
            layout = self.r.choice(['plain'] * 6 + ['turned', 'stepped', 'offset', 'expanded'])
        base, view = list(shape), ''
        n = len(shape)
        if layout == 'turned' and n > 1:
            base[-1], base[-2] = base[-2], base[-1]
            view = '.transpose(-1, -2)'
        elif layout == 'stepped' and n:
            base[-1] = max(0, base[-1] * 2 - self.int(0, 1))
            view = '[..., ::2]'
        elif layout == 'offset' and n:
            base[0] += 1
            view = '[1:]'
        elif layout == 'expanded' and n:
            at = self.r.randrange(n)
            base[at] = 1
            view = '.expand(' + str(tuple(shape)) + ')'
        spec = {'dtype': dtype, 'base': base, 'view': view, 'grad': grad and dtype[0] in 'fbc' and dtype != 'bool',
                'values': [self.value(dtype, values) for _ in range(math.prod(base))]}
        self.inputs.append(spec)
        return chr(96 + len(self.inputs))

    def value(self, dtype, values):
        r = self.r
        if isinstance(values, tuple):  # integers of a range
            return r.randrange(values[0], values[1]) if values[1] > values[0] else 0
        if dtype == 'bool':
            return r.random() < 0.5
        if dtype[0] == 'c':
            return complex(round(r.uniform(-2, 2), 2), round(r.uniform(-2, 2), 2))
        if dtype[:3] == 'int' or dtype == 'uint8':
            return r.randint(1, 5) if values in ('pos', 'prob') or dtype == 'uint8' else r.randint(-4, 4)
        if values == 'special' and r.random() < 0.3:
            return r.choice([0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 0.5, -0.5, 2.0])
        if values == 'half':
            return r.choice([0.0, 0.5, 1.0, -0.5, -1.0, 1.5, 2.5, 2.0])
        low, high = {'pos': (0.1, 3), 'unit': (-0.9, 0.9), 'prob': (0.05, 0.95), 'big': (-9, 9), 'above': (1.1, 3)}.get(values, (-2, 2))
        return round(r.uniform(low, high), 2)

    def index(self, shape, n):
        return self.t(shape, 'int64', (0, n), grad=False)


def build(spec, grads):
    values = spec['values']
    leaf = torch.tensor(values, dtype=DTYPES[spec['dtype']]).reshape(spec['base'])
    if spec['grad'] and grads:
        leaf.requires_grad_()
    return leaf, leaf if not spec['view'] else eval('leaf' + spec['view'])


def text_of(spec):
    return spec['dtype'] + str(tuple(spec['base'])).replace(' ', '') + spec['view'] + ('!' if spec['grad'] else '')


def flat(value, out):
    if isinstance(value, (tuple, list)):
        for v in value:
            flat(v, out)
    elif isinstance(value, dict):
        for k in value:
            flat(value[k], out)
    else:
        out.append(value)
    return out


def number(x):
    if isinstance(x, complex):
        return f'{x.real:.7g}:{x.imag:.7g}'
    if isinstance(x, bool) or not isinstance(x, float):
        return str(x)
    return f'{x:.7g}'


def show(value):
    if not isinstance(value, torch.Tensor):
        if isinstance(value, (float, complex)):
            return type(value).__name__ + ' ' + number(value)
        return type(value).__name__ + ' ' + str(value).replace('\n', ' ')[:200]
    t = value.detach()
    if t.layout is not torch.strided:
        head = str(t.layout) + ' '
        t = t.to_dense()
    else:
        head = ''
    stride = [n for n, size in zip(t.stride(), t.shape) if size > 1] if t.numel() else []
    head += f'{t.dtype} {tuple(t.shape)} strides{stride} {value.requires_grad} '
    items = t.resolve_conj().resolve_neg().reshape(-1)[:60].tolist()
    return head.replace('torch.', '') + '| ' + ' '.join([number(x) for x in items])


def loss_of(results):
    total = None
    for r in flat(results, []):
        if isinstance(r, torch.Tensor) and r.requires_grad and (r.is_floating_point() or r.is_complex()):
            if r.layout is not torch.strided:
                r = r.to_dense()
            r = torch.view_as_real(r.resolve_conj()) if r.is_complex() else r
            r = r.double()
            w = torch.arange(1, r.numel() + 1, dtype=torch.float64).reshape(r.shape) * 0.25 % 2
            part = (r * r * 0.5 + r * w).sum()
            total = part if total is None else total + part
    return total


def plain(f, leaves, args):
    lines, results = [], f(*args)
    for r in flat(results, []):
        lines.append('  = ' + show(r))
    loss = loss_of(results)
    if loss is not None:
        wanted = [x for x in leaves if x.requires_grad]
        for g in torch.autograd.grad(loss, wanted, allow_unused=True):
            lines.append('  g ' + show(g))
    return lines


def double(f, leaves, args):
    loss = loss_of(f(*args))
    lines = []
    wanted = [x for x in leaves if x.requires_grad]
    if loss is None:
        return ['  none']
    first = torch.autograd.grad(loss, wanted, allow_unused=True, create_graph=True)
    again = loss_of([g for g in first if g is not None])
    for g in first:
        lines.append('  1 ' + (show(g.detach()) if g is not None else 'None'))
    if again is not None:
        for g in torch.autograd.grad(again, wanted, allow_unused=True):
            lines.append('  2 ' + show(g))
    return lines


def transformed(how, f, args):
    fixed = [a.detach().contiguous() for a in args]
    at = [k for k, a in enumerate(fixed) if a.is_floating_point()]
    if not at:
        return ['  none']

    def g(*some):
        all = list(fixed)
        for k, v in zip(at, some):
            all[k] = v
        results = tuple(r for r in flat(f(*all), []) if isinstance(r, torch.Tensor) and r.is_floating_point())
        return results or (all[at[0]] * 1,)

    some = tuple(fixed[k] for k in at)
    if how == 'jvp':
        tangents = tuple(torch.cos(torch.arange(x.numel(), dtype=torch.float64)).reshape(x.shape).to(x.dtype) for x in some)
        r = torch.func.jvp(g, some, tangents)
    elif how == 'vmap':
        r = torch.func.vmap(g, in_dims=0, out_dims=0)(*[torch.stack([x, x * 0.5, x]) for x in some])
    elif how == 'hessian':
        r = torch.func.hessian(lambda *a: sum((x.double() ** 2).sum() for x in g(*a)))(*some)
    else:
        r = getattr(torch.func, how)(g)(*some)
    lines = ['  ' + how + ' ' + show(x) for x in flat(r, [])]
    return lines if how == 'jvp' or how == 'vmap' else [without_strides(x) for x in lines]


def one_call(group, seed, k, options):
    names = RECIPES if group is None else [group]
    g = Maker(seed * 100003 + k)
    table = RECIPES[g.pick(*names)]
    recipe = g.pick(*table)
    how = g.pick(*TRANSFORMS)
    text = recipe(g)
    names = ', '.join([chr(97 + n) for n in range(len(g.inputs))])
    if g.plain:
        how = 'plain'
    if options['compiled'] and how != 'plain':
        return
    print(f'#{k} {how} {text} ; ' + ' '.join([text_of(s) for s in g.inputs]), flush=True)
    lines = []
    try:
        space = {'torch': torch, 'F': F, 'nn': nn, 'math': math, **torch_recipes_nn.HELPERS}
        exec(f'def call({names}):\n    return {text}\n', space)
        call = space['call']
        turns = 1
        if options['compiled']:
            torch.compiler.reset()
            call, turns = torch.compile(call), 3
        for turn in range(turns):
            torch.manual_seed(1)
            pairs = [build(s, g.grads) for s in g.inputs]
            leaves, args = [p[0] for p in pairs], [p[1] for p in pairs]
            if how == 'plain':
                new = plain(call, leaves, args)
            elif how == 'double':
                new = double(call, leaves, args)
            elif how == 'autocast':
                with torch.autocast('cpu', dtype=torch.bfloat16):
                    new = plain(call, leaves, args)
            else:
                new = transformed(how, call, args)
            if turn == turns - 1 or (lines and close_lines(lines, new)):
                lines = new
            elif not lines:
                lines = new
            else:
                lines = new + ['  turn ' + str(turn) + ' differs']
                break
    except Exception as e:
        lines.append('  ! ' + type(e).__name__ + ': ' + (str(e).split('\n')[0] if str(e) else ''))
    print('\n'.join(lines), flush=True)


TOLERANCES = {'float32': 2e-4, 'float64': 2e-6, 'complex64': 2e-4, 'complex128': 2e-6, 'bfloat16': 3e-2, 'float16': 4e-3}


def without_strides(line):
    return re.sub(r'strides\[[^]]*\]', '', line)


def close(x, y):
    """Whether two shown values are the same to rounding, relative to the largest of the tensor."""
    if x == y:
        return True
    if '|' not in x or '|' not in y:
        a, b = x.split(), y.split()
        if len(a) == 3 and len(b) == 3 and a[1] == b[1] == 'float':
            return abs(float(a[2]) - float(b[2])) <= 1e-5 * max(1, abs(float(a[2])))
        return False
    a, b = x.split('|'), y.split('|')
    if a[0] != b[0]:
        return False
    u, v = a[1].replace(':', ' ').split(), b[1].replace(':', ' ').split()
    if len(u) != len(v):
        return False
    tolerance = max([t for n, t in TOLERANCES.items() if n in a[0]] + [0.0])
    if any(n in WIDEN[0] for n in ('bfloat16', 'autocast')):
        tolerance = 4e-2
    elif 'float16' in WIDEN[0]:
        tolerance = max(tolerance, 1e-2)
    elif 'float32' in WIDEN[0] or 'complex64' in WIDEN[0]:
        tolerance = max(tolerance, 1e-3)
    numbers = [abs(float(n)) for n in u if n not in ('True', 'False') and math.isfinite(float(n))]
    largest = max(numbers + [1.0])
    for p, q in zip(u, v):
        if p == q:
            continue
        if not tolerance or p in ('True', 'False') or q in ('True', 'False'):
            return False
        p, q = float(p), float(q)
        if math.isnan(p) and math.isnan(q):
            continue
        if not abs(p - q) <= tolerance * largest:
            return False
    return True


WIDEN = ['']


def close_lines(a, b):
    return len(a) == len(b) and all(close(x, y) for x, y in zip(a, b))


def read(path):
    calls, current = {}, None
    with open(path) as f:
        for line in f:
            line = line.rstrip('\n')
            if line.startswith('#'):
                current = line.split()[0]
                calls[current] = [line]
            elif current is not None and line.startswith('  '):
                calls[current].append(line)
    return calls


def kind_of(a, b):
    if len(a) == 1:
        return '2 no result'
    ea, eb = '  ! ' in a[-1][:4], '  ! ' in b[-1][:4]
    if ea and eb:
        x, y = a[-1].split()[1], b[-1].split()[1]
        return '6 error text' if x == y else '6 error class'
    if ea:
        return '4 raises'
    if eb:
        return '5 does not raise'
    c, d = [without_strides(x) for x in a[1:]], [without_strides(x) for x in b[1:]]
    if close_lines(c, d):
        return '7 strides'
    return '1 values' if [x.split('|')[0] for x in c] == [x.split('|')[0] for x in d] else '3 dtype or shape'


def compare(first, second, show_texts):
    a, b = read(first), read(second)
    found = {}
    for k in a:
        if k not in b:
            continue
        x, y = a[k], b[k]
        WIDEN[0] = x[0]
        if x[0] != y[0]:
            found.setdefault('0 draws', []).append((x, y))
        elif not close_lines(x[1:], y[1:]) or len(x) == 1:
            found.setdefault(kind_of(x, y), []).append((x, y))
    for kind in sorted(found):
        if kind[0] in '67' and not show_texts:
            continue
        print(f'== {kind}')
        seen = {}
        for x, y in found[kind]:
            shape = re.sub(r'[\d.]+', '', x[0].split(';')[0].split(' ', 1)[1])
            seen[shape] = seen.get(shape, 0) + 1
            if seen[shape] > 1:
                continue
            print(x[0])
            for p, q in zip(x[1:] + [''] * (len(y) - len(x)), y[1:] + [''] * (len(x) - len(y))):
                if not close(p, q):
                    print('  1st' + p[:700])
                    print('  2nd' + q[:700])
                    break
    print(f'{len(a)} calls compared;', ', '.join([f'{kind}: {len(found[kind])}' for kind in sorted(found)]))


def main():
    args = sys.argv[1:]
    if args and args[0] == 'compare':
        return compare(args[1], args[2], '--texts' in args)
    options = {'compiled': '--compiled' in args}
    take = lambda name, default: args[args.index(name) + 1] if name in args else default
    first, count = int(take('--first', 0)), int(take('--count', 200))
    for k in range(first, first + count):
        one_call(take('--group', None), int(take('--seed', 1)), k, options)


main()
