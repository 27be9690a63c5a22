# args: 1 60
# Functions that write tensors of one layout into memory of another, and read it back through views, clones and products:
# captured and interpreted they give the same values and the same strides.
#   layout_programs.py [FIRST_SEED [SEEDS]]
import random
import sys

import torch

first = int(sys.argv[1]) if len(sys.argv) > 1 else 1
seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 60

CHANGES = ('{v}.copy_({w}.t())', '{v}.add_({w}.t().mul(0.5))', '{v}.mul_(0.9).add_({w}, alpha=0.1)', '{v}[1].copy_({w}[:, 1])',
           '{v}.copy_({w}.flip(0).t().contiguous().t())', 'out.append({v}.contiguous())')
VALUES = ('{v}.clone()', '{v}.detach()', '{v}.t()', '{v}.reshape(-1).view(3, 3)', '({v} @ {w}.t()) * 0.3',
          'torch.empty_like({v}).copy_({w}.t())')


def program(seed):
    pick = random.Random(seed)
    names = list('abcd')
    lines = ['def f(a, b, c, d):', '    out = []']
    for i in range(pick.randrange(3, 10)):
        parts = {'v': pick.choice(names), 'w': pick.choice(names)}
        if pick.random() < 0.5:
            lines.append('    ' + pick.choice(CHANGES).format(**parts))
        else:
            lines.append(f'    v{i} = ' + pick.choice(VALUES).format(**parts))
            names.append(f'v{i}')
    return '\n'.join(lines + [f'    return out + [{", ".join(names)}]', ''])


def operands(seed):
    generator = torch.Generator().manual_seed(seed)

    def numbers(*sizes):
        return torch.randn(*sizes, generator=generator)

    return [numbers(3, 3), numbers(3, 3).t(), numbers(6, 3)[::2], numbers(3, 6)[:, ::2]]


def outcome(f, given):
    try:
        return f(*given) + given
    except RuntimeError as e:  # memory that overlaps, say
        return str(e)


def alike(a, b):
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    return all(torch.allclose(x, y, atol=1e-5) and x.stride() == y.stride() for x, y in zip(a, b))


wrong = 0
for seed in range(first, first + seeds):
    text = program(seed)
    names = {'torch': torch}
    exec(text, names)
    captured = torch.compile(names['f'])
    if not all(alike(outcome(names['f'], operands(seed)), outcome(captured, operands(seed))) for _ in range(3)):
        wrong += 1
        print('seed', seed)
        print(text)
print(wrong, 'wrong')
