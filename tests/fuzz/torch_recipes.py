# Recipes of torch_differences.py for functions and methods: each draws tensors from a Maker and gives the text of a call.


def still(text):
    """Marks a call that gives no gradients, as its tensors are changed in place or written to."""
    def recipe(g, f=text):
        g.grads, g.plain = False, True
        return f(g)
    return recipe


def unary(op, kind='f', values='normal', method=True, inplace=True):
    def recipe(g):
        s = g.shape()
        how = g.int(0, 9)
        a = g.t(s, kind, 'special' if values == 'normal' and g.chance(0.1) else values)
        if inplace and how == 0:
            return f'{a}.clone().{op}_()'
        if inplace and how == 1:
            g.grads, g.plain = False, True
            return f'{a}.{op}_()' if '.expand' not in g.inputs[-1]['view'] else f'torch.{op}({a})'
        if how == 2 and method:
            g.grads, g.plain = False, True
            return f"torch.{op}({a}, out=torch.empty({g.pick('0', tuple(s))}, dtype={g.pick(a + '.dtype', a + '.dtype', 'torch.float64')}))"
        return f'{a}.{op}()' if method and how < 6 else f'torch.{op}({a})'
    return recipe


UNARY = [unary(op, kind, values) for op, kind, values in [
    ('abs', 'a', 'normal'), ('neg', 'a', 'normal'), ('sign', 'n', 'normal'), ('sgn', 'a', 'normal'), ('exp', 'a', 'normal'),
    ('exp2', 'a', 'normal'), ('expm1', 'a', 'normal'), ('log', 'a', 'pos'), ('log2', 'a', 'pos'), ('log10', 'a', 'pos'),
    ('log1p', 'a', 'pos'), ('sqrt', 'a', 'pos'), ('rsqrt', 'a', 'pos'), ('square', 'a', 'normal'), ('reciprocal', 'a', 'pos'),
    ('sin', 'a', 'normal'), ('cos', 'a', 'normal'), ('tan', 'a', 'unit'), ('asin', 'a', 'unit'), ('acos', 'a', 'unit'),
    ('atan', 'a', 'normal'), ('sinh', 'a', 'normal'), ('cosh', 'a', 'normal'), ('tanh', 'a', 'normal'), ('asinh', 'a', 'normal'),
    ('acosh', 'a', 'above'), ('atanh', 'a', 'unit'), ('sigmoid', 'a', 'normal'), ('erf', 'n', 'normal'), ('erfc', 'n', 'normal'),
    ('erfinv', 'n', 'unit'), ('lgamma', 'n', 'pos'), ('digamma', 'n', 'pos'), ('i0', 'n', 'normal'), ('floor', 'n', 'normal'),
    ('ceil', 'n', 'normal'), ('trunc', 'n', 'half'), ('frac', 'f', 'normal'), ('round', 'n', 'half'), ('logit', 'f', 'prob'),
    ('sinc', 'a', 'normal'), ('deg2rad', 'n', 'normal'), ('rad2deg', 'n', 'normal'), ('nan_to_num', 'n', 'special'),
    ('relu', 'n', 'normal'), ('logical_not', 'a', 'normal'), ('bitwise_not', 'i', 'normal'), ('conj_physical', 'a', 'normal'),
    ('absolute', 'a', 'normal'), ('negative', 'a', 'normal'), ('fix', 'n', 'normal'), ('arccos', 'f', 'unit'),
    ('arctanh', 'f', 'unit'), ('positive', 'a', 'normal')]]
UNARY += [unary(op, kind, values, inplace=False) for op, kind, values in [
    ('isnan', 'a', 'special'), ('isinf', 'a', 'special'), ('isfinite', 'a', 'special'), ('isposinf', 'n', 'special'),
    ('isneginf', 'n', 'special'), ('signbit', 'n', 'special'), ('angle', 'a', 'normal'), ('isreal', 'a', 'normal')]]


def special(op, values='normal'):
    return lambda g: f"torch.special.{op}({g.t(g.shape(), g.pick('f', 'f', 'n'), values)})"


UNARY += [special(op, values) for op, values in [
    ('entr', 'prob'), ('erfcx', 'normal'), ('gammaln', 'pos'), ('i0e', 'normal'), ('i1', 'normal'), ('i1e', 'normal'),
    ('log_ndtr', 'normal'), ('ndtr', 'normal'), ('ndtri', 'prob'), ('psi', 'pos'), ('expit', 'normal'), ('exp2', 'normal'),
    ('log1p', 'pos'), ('sinc', 'normal'), ('round', 'half'), ('bessel_j0', 'pos'), ('bessel_j1', 'pos'), ('bessel_y0', 'pos'),
    ('modified_bessel_i0', 'pos'), ('modified_bessel_k0', 'pos'), ('spherical_bessel_j0', 'pos'), ('airy_ai', 'normal')]]


def activation(text, kind='f'):
    return lambda g: text(g, g.t(g.shape(), kind))


UNARY += [activation(f) for f in [
    lambda g, a: f'F.relu6({a})', lambda g, a: f'F.elu({a}, alpha={g.num(0.2, 2)}{g.opt(", inplace=False")})',
    lambda g, a: f'F.selu({a})', lambda g, a: f'F.celu({a}, {g.num(0.3, 2)})', lambda g, a: f'F.leaky_relu({a}, {g.num(-0.5, 0.5)})',
    lambda g, a: f"F.gelu({a}{g.opt(', approximate=' + repr('tanh'))})", lambda g, a: f'F.silu({a})', lambda g, a: f'F.mish({a})',
    lambda g, a: f'F.softplus({a}{g.opt(f", beta={g.num(0.5, 3)}, threshold={g.num(0, 3)}")})', lambda g, a: f'F.logsigmoid({a})',
    lambda g, a: f'F.hardtanh({a}, {g.num(-2, 0)}, {g.num(0.1, 1)})', lambda g, a: f'F.hardsigmoid({a})',
    lambda g, a: f'F.hardswish({a})', lambda g, a: f'F.hardshrink({a}, {g.num(0, 1)})', lambda g, a: f'F.softshrink({a}, {g.num(0, 1)})',
    lambda g, a: f'F.tanhshrink({a})', lambda g, a: f'F.softsign({a})', lambda g, a: f'F.threshold({a}, {g.num()}, {g.num()})',
    lambda g, a: f'F.rrelu({a}, 0.1, 0.3)', lambda g, a: f'{a}.clone().clamp_({g.num(-1, 0)}, {g.num(0, 1)})',
    lambda g, a: f'torch.nan_to_num({a}, nan={g.num()}, posinf=9.0)', lambda g, a: f'torch.round({a}, decimals={g.int(-1, 2)})',
    lambda g, a: f'torch.logit({a}, eps=0.1)', lambda g, a: f'torch.polygamma({g.int(0, 3)}, {a}.abs() + 0.5)',
    lambda g, a: f'torch.mvlgamma({a}.abs() + 3, {g.int(1, 4)})', lambda g, a: f'torch.frexp({a})',
    lambda g, a: f'F.leaky_relu_({a}.clone(), {g.num(0, 0.5)})', lambda g, a: f'F.elu({a}.clone(), inplace=True)',
    lambda g, a: f'{a}.clone().fill_({g.num()})', lambda g, a: f'{a}.clone().zero_() + {a}', lambda g, a: f'torch.dropout({a}, 0.0, True)',
    lambda g, a: f'{a}.clone().apply_(lambda x: x + 1)' if False else f'{a}.clone().masked_fill_({a} > 0, {g.num()})']]


def binary(op, kind='n', second=None, values='normal', inplace=True, scalar=True, extra=None, first_values='normal'):
    def recipe(g):
        s = g.shape()
        a = g.t(s, kind, first_values)
        how = g.int(0, 11)
        if scalar and how < 4:
            b = str(g.scalar()) if values == 'normal' else str(g.num(0.3, 2))
        elif how < 8:
            b = g.t(g.cast(s), second or kind, values)
        else:
            b = g.t(g.cast(s), values=values, same=a)
        more = extra(g) if extra else ''
        if inplace and g.chance(0.15):
            return f'{a}.clone().{op}_({b}{more})'
        if g.chance(0.08):
            g.grads, g.plain = False, True
            return f"torch.{op}({a}, {b}{more}, out=torch.empty(0, dtype={g.pick(f'{a}.dtype', 'torch.float32')}))"
        if inplace and g.chance(0.05):
            g.grads, g.plain = False, True
            return f'{a}.{op}_({b}{more})' if '.expand' not in g.inputs[0]['view'] else f'torch.{op}({a}, {b}{more})'
        return f'{a}.{op}({b}{more})' if g.chance(0.4) else f'torch.{op}({a}, {b}{more})'
    return recipe


def operator(sign, kind='a', values='normal'):
    def recipe(g):
        s = g.shape()
        a = g.t(s, kind)
        b = str(g.scalar()) if g.chance(0.4) else g.t(g.cast(s), kind, values)
        return f'{b} {sign} {a}' if g.chance(0.3) else f'{a} {sign} {b}'
    return recipe


alpha = lambda g: g.opt(f', alpha={g.pick(2, 3, -1, 0.5)}', 0.4)
mode = lambda g: g.pick('', ", rounding_mode='floor'", ", rounding_mode='trunc'", ', rounding_mode=None')
BINARY = [
    binary('add', 'a', extra=alpha), binary('sub', 'a', extra=alpha), binary('mul', 'a'), binary('div', 'n', values='pos', extra=mode),
    binary('div', 'a', values='pos'), binary('true_divide', 'a', values='pos'), binary('floor_divide', 'n', values='pos'),
    binary('remainder', 'n', values='pos'), binary('fmod', 'n', values='pos'), binary('pow', 'a', values='pos', first_values='pos'),
    binary('pow', 'n', values='normal', first_values='pos'), binary('float_power', 'a', values='pos', first_values='pos'),
    binary('rsub', 'a', inplace=False), binary('maximum', 'n', inplace=False, scalar=False),
    binary('minimum', 'n', inplace=False, scalar=False), binary('fmax', 'n', inplace=False, scalar=False),
    binary('fmin', 'n', inplace=False, scalar=False), binary('atan2', 'n', scalar=False), binary('hypot', 'f', scalar=False),
    binary('copysign', 'n'), binary('logaddexp', 'f', inplace=False, scalar=False), binary('logaddexp2', 'f', inplace=False, scalar=False),
    binary('nextafter', 'f', scalar=False), binary('ldexp', 'f', 'i', scalar=False), binary('xlogy', 'n', values='pos'),
    binary('lerp', 'd', scalar=False, extra=lambda g: f', {g.num()}'), binary('dist', 'd', scalar=False, inplace=False),
    binary('heaviside', 'f', scalar=False, inplace=False), binary('gcd', 'i', scalar=False), binary('lcm', 'i', scalar=False),
    binary('bitwise_and', 'i'), binary('bitwise_or', 'i'), binary('bitwise_xor', 'i'), binary('bitwise_left_shift', 'i', values=(0, 4)),
    binary('bitwise_right_shift', 'i', values=(0, 4)), binary('logical_and', 'a', scalar=False), binary('logical_or', 'a', scalar=False),
    binary('logical_xor', 'a', scalar=False), binary('isclose', 'a', scalar=False, inplace=False),
    binary('igamma', 'd', scalar=False, values='pos', first_values='pos'), binary('igammac', 'd', scalar=False, values='pos', first_values='pos'),
    binary('arctan2', 'f', scalar=False), binary('subtract', 'a'), binary('multiply', 'a'), binary('divide', 'a', values='pos'),
]
BINARY += [binary(op, 'n') for op in ('eq', 'ne', 'lt', 'le', 'gt', 'ge', 'greater', 'less_equal', 'not_equal')]
BINARY += [operator(s) for s in ('+', '-', '*', '==', '!=')] + [operator(s, 'n') for s in ('<', '<=', '>', '>=')]
BINARY += [operator(s, 'n', 'pos') for s in ('/', '//', '%', '**')] + [operator(s, 'i') for s in ('&', '|', '^')]
BINARY += [operator('<<', 'i', (0, 4)), operator('>>', 'i', (0, 4))]


def inplace_operator(g):
    s = g.shape()
    a = g.t(s, 'n')
    b = str(g.scalar()) if g.chance(0.4) else g.t(g.cast(s), 'n', 'pos')
    sign = g.pick('iadd', 'isub', 'imul', 'itruediv', 'ifloordiv', 'imod', 'ipow')
    return f'{a}.clone().__{sign}__({b})'


def ternary(g):
    s = g.shape()
    a, b, c = g.t(s, 'd'), g.t(g.cast(s), 'd'), g.t(g.cast(s), 'd')
    v = g.opt(f', value={g.num()}')
    m = g.t(g.cast(s), 'b')
    return g.pick(f'torch.addcmul({a}, {b}, {c}{v})', f'torch.addcdiv({a}, {b}, {c}.abs() + 1{v})', f'{a}.clone().addcmul_({b}, {c}{v})',
                  f'{a}.clone().addcdiv_({b}, {c}.abs() + 1{v})', f'torch.lerp({a}, {b}, {c})', f'torch.where({m}, {a}, {b})',
                  f'torch.where({m}, {a}, {g.scalar()})', f'torch.where({m}, {g.scalar()}, {b})', f'torch.clamp({a}, {b}, {c})',
                  f'torch.clamp({a}, min={b})', f'torch.clamp({a}, max={c})', f'torch.clip({a}, {g.num(-2, 0)}, {g.num(0, 2)})',
                  f'{a}.clamp_min({g.num()})', f'{a}.clamp_max({b})', f'{a}.where({m}, {b})', f'{a}.clone().lerp_({b}, {g.num()})',
                  f'torch.where({m}, {g.scalar()}, {g.scalar()})', f'torch.where({m})')


def mixed_where(g):
    s = g.shape()
    m, a, b = g.t(s, 'b'), g.t(g.cast(s), 'a'), g.t(g.cast(s), 'a')
    return g.pick(f'torch.where({m}, {a}, {b})', f'torch.where({m}, {a}, {g.scalar()})', f'torch.clamp({a}, {g.scalar()}, {g.scalar()})',
                  f'{a}.masked_fill({m}, {g.scalar()})', f'torch.result_type({a}, {b})', f'torch.can_cast({a}.dtype, {b}.dtype)',
                  f'torch.stack([{a}.sum(), {b}.sum()])', f'torch.complex({a}.real.float(), {a}.real.float())',
                  f'torch.polar({a}.abs().float(), {a}.real.float())', f'torch.cat([{a}.reshape(-1), {b}.reshape(-1)])')


BINARY += [inplace_operator, ternary, ternary, ternary, mixed_where, mixed_where]


def reduction(op, kind='n', values='normal', many=True, keep=True, dtype=False, whole=True, extra=None):
    def recipe(g):
        s = g.shape()
        a = g.t(s, kind, 'special' if g.chance(0.07) and values == 'normal' else values)
        args = []
        if not whole or g.chance(0.75):
            args.append(g.dims(s) if many else str(g.dim(s)))
            if keep and g.chance(0.4):
                args.append(g.pick('keepdim=True', 'keepdim=False', 'True'))
        more = extra(g) if extra else ''
        if dtype and g.chance(0.2):
            more += f", dtype=torch.{g.pick('float64', 'float32', 'int64', 'complex64')}"
        if g.chance(0.5):
            return f'torch.{op}({", ".join([a] + args)}{more})'
        text = ", ".join(args) + more
        return f'{a}.{op}({text[2:] if text.startswith(", ") else text})'
    return recipe


correction = lambda g: g.pick('', '', f', correction={g.int(0, 2)}')
REDUCE = [
    reduction('sum', 'a', dtype=True), reduction('mean', 'f', dtype=True), reduction('prod', 'a', many=False, dtype=True),
    reduction('nansum', 'n', dtype=True), reduction('nanmean', 'f'), reduction('amax', 'n'), reduction('amin', 'n'),
    reduction('max', 'n', many=False), reduction('min', 'n', many=False), reduction('median', 'n', many=False),
    reduction('nanmedian', 'n', many=False), reduction('mode', 'n', many=False), reduction('argmax', 'n', many=False),
    reduction('argmin', 'n', many=False), reduction('all', 'n'), reduction('any', 'n'), reduction('logsumexp', 'f', whole=False),
    reduction('std', 'f', extra=correction), reduction('var', 'f', extra=correction), reduction('aminmax', 'n', whole=False, many=False, keep=False,
    ) if False else reduction('count_nonzero', 'a', keep=False), reduction('norm', 'd', extra=lambda g: g.pick('', f', p={g.pick(1, 2, 0.5, 3)}')) if False
    else reduction('sum', 'c'),
]


def reduce_more(g):
    s = g.shape(1)
    a = g.t(s, g.pick('f', 'd', 'd'))
    d, k = g.dims(s), g.pick('', ', keepdim=True')
    one = g.dim(s)
    p = g.pick(1, 2, 0, 0.5, 3, -1, -2, "float('inf')", "-float('inf')")
    q = g.pick(0.25, 0.5, '[0.1, 0.6]', 0, 1)
    w = g.t([s[one]], 'd')
    return g.pick(f'torch.norm({a}, {p}, {d}{k})', f'{a}.norm({p})', f'torch.linalg.vector_norm({a}, {p}, dim={d}{k})',
                  f'torch.std_mean({a}, {d}{k}, correction={g.int(0, 1)})', f'torch.var_mean({a}, dim={d}{k})', f'torch.aminmax({a}, dim={one}{k})',
                  f'torch.quantile({a}.double(), {q if "[" not in str(q) else "torch.tensor(" + q + ", dtype=torch.float64)"}, dim={one}{k}, '
                  f'interpolation={g.pick("linear", "lower", "higher", "midpoint", "nearest")!r})',
                  f'torch.nanquantile({a}.double(), 0.3, {one}{k})', f'torch.kthvalue({a}, {g.int(1, max(1, s[one]))}, {one}{k})',
                  f'torch.cumsum({a}, {one})', f'torch.cumprod({a}, {one})', f'torch.cummax({a}, {one})', f'torch.cummin({a}, {one})',
                  f'torch.logcumsumexp({a}, {one})', f'torch.softmax({a}, {one})', f'torch.log_softmax({a}, {one}{g.opt(", dtype=torch.float64", 0.3)})',
                  f'F.softmin({a}, dim={one})', f'F.normalize({a}, p={g.pick(1, 2, 3)}, dim={one})', f'torch.renorm({a}, {g.pick(1, 2)}, {one}, 1.0)',
                  f'torch.trapezoid({a}, dx={g.num()}, dim={one})', f'torch.cumulative_trapezoid({a}, dim={one})', f'F.gumbel_softmax({a} * 0, hard=True).sum()',
                  f'torch.diff({a}, n={g.int(1, 2)}, dim={one})', f'torch.std({a}, {d}, unbiased=False{k})', f'torch.linalg.norm({a})',
                  f'torch.gradient({a}, dim={one}, spacing={g.num(0.5, 2)})' if s[one] > 1 else f'{a}.sum()', f'F.glu(torch.cat([{a}, {a}], {one}), {one})',
                  f'torch.trapezoid({a}.movedim({one}, -1), {w})', f'torch.sum({a}, {one}, dtype=torch.float64)', f'torch.cov({a}.reshape({s[0]}, -1))',
                  f'torch.corrcoef({a}.reshape({s[0]}, -1))')


def scan_ints(g):
    s = g.shape(1)
    a, one = g.t(s, 'a'), g.dim(s)
    return g.pick(f'torch.cumsum({a}, {one})', f'{a}.cumprod({one})', f'torch.cummax({a}, {one})', f'torch.prod({a})', f'torch.prod({a}, {one})',
                  f'torch.cumsum({a}, {one}, dtype=torch.float64)', f'{a}.clone().cumsum_({one})', f'torch.diff({a}, dim={one})', f'torch.nonzero({a})',
                  f'torch.nonzero({a}, as_tuple=True)', f'torch.argwhere({a})', f'{a}.var({one})', f'{a}.norm()', f'torch.linalg.vector_norm({a}, dim={one})')


REDUCE += [reduce_more] * 12 + [scan_ints] * 4


def sorting(g):
    s = g.shape(1, 3, 5)
    a, one = g.t(s, g.pick('n', 'd', 'd'), 'half' if g.chance(0.3) else 'normal'), g.dim(s)
    desc = g.bool()
    k = g.int(0, s[one]) if s[one] else 0
    b = g.t([4], 'd')
    return g.pick(f'torch.sort({a}, {one}, descending={desc}, stable=True)', f'{a}.sort({one}, {desc}).values', f'torch.argsort({a}, {one}, {desc}, stable=True)',
                  f'torch.topk({a}, {k}, {one}, largest={desc}).values', f'torch.msort({a})', f'torch.unique({a})', f'torch.unique({a}, return_inverse=True, return_counts=True)',
                  f'torch.unique_consecutive({a})', f'torch.unique({a}, dim={one})', f'torch.unique_consecutive({a}, return_counts=True, dim={one})',
                  f'torch.searchsorted({b}.sort().values, {a}{g.opt(", right=True")})', f'torch.bucketize({a}, {b}.sort().values, right={desc}{g.opt(", out_int32=True")})',
                  f'torch.isin({a}, {a}[..., :1])', f'torch.histc({a}.float(), bins={g.int(1, 6)}, min={g.int(-2, 0)}, max={g.int(0, 2)})',
                  f'torch.histogram({a}.double(), {g.int(1, 5)}, range=(-2.0, 2.0){g.opt(", density=True")})', f'torch.bincount({a}.abs().long().reshape(-1), minlength={g.int(0, 8)})')


def gathering(g):
    s = g.shape(1, 3)
    d = g.dim(s)
    a = g.t(s, g.pick('d', 'd', 'n', 'c'))
    t = [g.int(1, n) if n else 0 for n in s]
    t[d] = g.int(0, 4) if s[d] else 0
    i = g.index(t, s[d])
    src = g.t([g.int(n, n + 1) for n in t], same=a)
    v = g.num() if g.inputs[0]['dtype'][0] in 'fbc' and g.inputs[0]['dtype'] != 'bool' else g.int(0, 1)
    inc = g.pick('', ', include_self=False', ', include_self=True')
    how = g.pick('sum', 'prod', 'mean', 'amax', 'amin')
    whole = [n for n in s]
    whole[d] = s[d]
    full = [n for n in s]
    full[d] = 3
    j = g.index([3], s[d])
    rows = g.t(full, same=a)
    return g.pick(f'torch.gather({a}, {d}, {i})', f'{a}.gather({d}, {i})', f'torch.scatter({a}, {d}, {i}, {src})', f'{a}.scatter({d}, {i}, {v})',
                  f'torch.scatter_add({a}, {d}, {i}, {src})', f'{a}.clone().scatter_add_({d}, {i}, {src})', f'{a}.clone().scatter_({d}, {i}, {v})',
                  f'torch.scatter_reduce({a}, {d}, {i}, {src}, {how!r}{inc})', f'{a}.clone().scatter_reduce_({d}, {i}, {src}, reduce={how!r}{inc})',
                  f'{a}.scatter({d}, {i}, {src}, reduce={g.pick("add", "multiply")!r})', f'torch.index_select({a}, {d}, {j})',
                  f'torch.index_add({a}, {d}, {j}, {rows}{g.opt(", alpha=2")})', f'{a}.clone().index_add_({d}, {j}, {rows})',
                  f'torch.index_copy({a}, {d}, {j}, {rows})', f'{a}.index_fill({d}, {j}, {v})', f'torch.index_reduce({a}, {d}, {j}, {rows}, {g.pick("prod", "mean", "amax", "amin")!r}{inc})',
                  f'torch.take({a}, {i} * 0)', f'torch.take_along_dim({a}, {i}, {d})' if len(set(t)) == 1 else f'torch.take_along_dim({a}, {a}.abs().argsort({d}, stable=True), {d})' if g.inputs[0]['dtype'][0] != 'c' else f'{a} + 1',
                  f'torch.select_scatter({a}, {a}.select({d}, 0) * 2, {d}, 0)', f'torch.slice_scatter({a}, {a}.narrow({d}, 0, 1) * 3, {d}, 0, 1)')


def masks(g):
    s = g.shape(1, 3)
    a, m = g.t(s, g.pick('d', 'd', 'n', 'c')), g.t(s, 'b')
    src = g.t([40], same=a)
    one = g.t(g.cast(s), 'b')
    return g.pick(f'torch.masked_select({a}, {m})', f'{a}.masked_select({one})', f'{a}[{m}]', f'{a}.masked_scatter({m}, {src})', f'{a}.clone().masked_scatter_({one}, {src})',
                  f'torch.masked_fill({a}, {one}, {g.int(0, 3)})', f'{a}.masked_fill({m}, {src}[0])', f'set_at({a}, {m}, {g.int(0, 3)})', f'set_at({a}, {m}, {src}[0])',
                  f'torch.where({one}, {a}, {src}[1])', f'{a}.clone().put_({m}.long().reshape(-1)[:3], {src}[:3][:{m}.numel()], accumulate=True)' if s != [] else f'{a}',
                  f'torch.count_nonzero({m}, 0)', f'{m}.any(-1)', f'{m}.cumsum(-1)', f'{m}.sum(0)', f'{a}[{m}.any(-1)]' if len(s) > 1 else f'{a}[{m}]')


def subscripts(g):
    s = g.shape(1, 3)
    a = g.t(s, g.pick('d', 'd', 'n', 'c'))
    parts, made = [], 0
    for n in s:
        k = g.int(0, 6)
        if k == 0 and n:
            parts.append(str(g.int(-n, n - 1)))
        elif k == 1:
            parts.append(g.pick(':', '1:', ':-1', '::2', '1:3', '-2:'))
        elif k == 2 and n:
            parts.append(g.index(g.pick([2], [2], [3, 2], [1], []), n))
        elif k == 3 and n:
            parts.append(str([g.int(-n, n - 1) for _ in range(2)]))
        elif k == 4 and not made:
            parts.append(g.t([n], 'b'))
            made = 1
        else:
            parts.append(':')
        if g.chance(0.1):
            parts.append('None')
    if g.chance(0.15):
        parts[-1] = '...'
    at = ', '.join(parts)
    value = g.num() if g.inputs[0]['dtype'][0] in 'fc' else g.int(0, 3)
    return g.pick(f'{a}[{at}]', f'{a}[{at}]', f'set_at({a}, ({at},), {value})' if ':' not in at and '...' not in at else f'put({a}, lambda x: x.__setitem__(({slices(parts)},), {value}))',
                  f'put({a}, lambda x: x.__setitem__(({slices(parts)},), x[{at}] * 2))', f'put({a}, lambda x: x.__setitem__(({slices(parts)},), {a}.reshape(-1)[0]))' if 0 not in s else f'{a}[{at}]')


def slices(parts):
    def one(p):
        if ':' not in p:
            return p
        return 'slice(' + ', '.join([q or 'None' for q in p.split(':')]) + ')'
    return ', '.join([one(p) for p in parts])


def index_put(g):
    s = g.shape(2, 3)
    a = g.t(s, g.pick('d', 'd', 'c'))
    i, j = g.index([3], s[0]), g.index(g.pick([3], [1], [2, 3]), s[1])
    v = g.t(g.pick([3], [1], []), same=a)
    acc = g.pick('', ', accumulate=True')
    return g.pick(f'torch.index_put({a}, ({i},), {v}.sum(){acc})', f'{a}.clone().index_put_(({i}, {j}), {v}.sum(){acc})', f'{a}.index_put(({i}, {j}), {v}.sum(){acc})',
                  f'{a}[{i}, {j}]', f'{a}[:, {j}]', f'{a}[{i}][:, {j}]', f'{a}[{i}, ..., None]', f'torch.take({a}, {i})', f'{a}.put({i}, {a}.reshape(-1)[:1].expand(3){acc})')


INDEX = [gathering] * 6 + [masks] * 3 + [subscripts] * 5 + [index_put] * 2 + [sorting] * 4


def shapes(g):
    s = g.shape(1, 4, 3)
    a = g.t(s, g.pick('d', 'a'))
    n = len(s)
    d, e = g.dim(s), g.dim(s)
    size = s[d]
    order = g.r.sample(range(n), n)
    total = 1
    for x in s:
        total *= x
    return g.pick(
        f'{a}.reshape(-1)', f'{a}.reshape({total}, 1)', f'{a}.flatten({min(d % n, e % n)}, {max(d % n, e % n)})', f'{a}.transpose({d}, {e})', f'{a}.permute({order})',
        f'torch.movedim({a}, {d}, {e})', f'torch.swapaxes({a}, {d}, {e})', f'{a}.unsqueeze({g.int(-n - 1, n)})', f'{a}.squeeze()', f'{a}.squeeze({d})', f'{a}.unflatten({d}, ({size}, 1))',
        f'torch.flip({a}, {(d,)})', f'torch.fliplr({a})', f'torch.flipud({a})', f'torch.roll({a}, {g.int(-3, 3)}, {d})', f'torch.roll({a}, ({g.int(-3, 3)},))', f'torch.rot90({a}, {g.int(-1, 3)}, [0, {n - 1}])',
        f'{a}.repeat({", ".join([str(g.int(1, 2)) for _ in range(n + g.int(0, 1))])})', f'torch.tile({a}, ({g.int(1, 2)}, {g.int(1, 2)}))', f'torch.repeat_interleave({a}, {g.int(0, 3)}, dim={d})',
        f'{a}.repeat_interleave(torch.tensor({[g.int(0, 2) for _ in range(size)]}, dtype=torch.int64), {d})', f'{a}.expand({g.int(1, 3)}, {", ".join(["-1"] * n)})', f'{a}.expand_as({a})',
        f'torch.cat([{a}, {a} * 2], {d})', f'torch.stack(({a}, {a}), {g.int(-n - 1, n)})', f'torch.chunk({a}, {g.int(1, 3)}, {d})', f'torch.split({a}, {g.int(1, 3)}, {d})', f'torch.tensor_split({a}, {g.int(1, 3)}, {d})',
        f'torch.tensor_split({a}, ({g.int(0, 2)}, {g.int(2, 3)}), {d})', f'{a}.unbind({d})', f'{a}.narrow({d}, 0, {max(0, size - 1)})', f'{a}.select({d}, {g.int(0, 1)})', f'torch.hstack([{a}, {a}])', f'torch.vstack([{a}, {a}])',
        f'torch.dstack([{a}, {a}])', f'torch.column_stack([{a}, {a}])', f'torch.diag_embed({a}, {g.int(-1, 1)})', f'torch.diagonal({a}, {g.int(-1, 1)}, 0, {n - 1})', f'torch.tril({a}, {g.int(-1, 1)})', f'torch.triu({a}, {g.int(-1, 1)})',
        f'{a}.unfold({d}, {g.int(1, max(1, size))}, {g.int(1, 2)})', f'torch.atleast_2d({a})', f'torch.atleast_3d({a})', f'{a}.T' if n == 2 else f'{a}.mT', f'{a}.t()', f'{a}.ravel()', f'{a}.contiguous()', f'{a}.clone()',
        f'torch.broadcast_to({a}, {tuple([2] + s)})', f'torch.broadcast_tensors({a}, {a}[..., :1])', f'torch.diag({a})', f'torch.trace({a})', f'torch.block_diag({a}, {a})', f'torch.cartesian_prod({a}.reshape(-1)[:3], {a}.reshape(-1)[:2])',
        f'torch.meshgrid({a}.reshape(-1)[:3], {a}.reshape(-1)[:2], indexing={g.pick("ij", "xy")!r})', f'torch.combinations({a}.reshape(-1)[:4], {g.int(1, 3)}, {g.bool()})', f'torch.vander({a}.reshape(-1)[:4], {g.int(1, 4)})',
        f'{a}.view(-1)', f'{a}.view_as({a})', f'{a}.as_strided(({min(2, total)},), (1,))', f'{a}.to(torch.float64)', f'{a}.to(torch.int64)', f'{a}.type(torch.float32)', f'{a}.bool()', f'{a}.new_zeros(2)', f'{a}.new_full((2,), 3)',
        f'torch.zeros_like({a})', f'torch.ones_like({a}, dtype=torch.int32)', f'torch.full_like({a}, 2)', f'torch.empty_like({a}) * 0', f'{a}.real', f'torch.view_as_real({a} + 0j)', f'{a}.conj()', f'{a}.H', f'{a}.adjoint()',
        f'torch.constant_pad_nd({a}, (1, {g.int(-1, 2)}), {g.int(0, 2)})', f'F.pad({a}, ({g.int(-1, 2)}, {g.int(0, 2)}), value={g.int(0, 2)})', f'{a}.split([{max(0, size - 1)}, {min(1, size)}], {d})', f'{a}.dsplit(1)', f'{a}.tolist()',
        f'torch.argwhere({a})', f'torch.squeeze({a}, ({d},))', f'{a}.is_contiguous()', f'{a}.numel()', f'{a}.swapdims({d}, {e})', f'torch.unravel_index({a}.reshape(-1)[:2].abs().long() * 0, (2, 3))', f'{a}.unfold({d}, 1, 1).squeeze(-1)',
        f'{a}.clone().t_()' if n == 2 else f'{a}.clone().unsqueeze_(0)', f'{a}.clone().transpose_({d}, {e})', f'{a}.clone().squeeze_()', f'torch.moveaxis({a}, ({d},), ({e},))', f'{a}.to(memory_format=torch.contiguous_format)', f'{a}.view(torch.int32)',
        f'torch.concat([{a}.float(), {a}.double()], {d})', f'torch.cat([{a}, {a}[:0]], 0)', f'{a}.sum_to_size({tuple([1] * n)})', f'torch.linalg.diagonal({a})', f'{a}.diff()', f'{a}.tril().triu()', f'torch.fill({a}, 2)', f'{a}.resize(2)' if False else f'{a}.reshape_as({a})')


def matmuls(g):
    kind = g.pick('d', 'd', 'd', 'f', 'c', 'i')
    n, m, k, b = g.int(1, 4), g.int(1, 4), g.int(0, 4), g.int(1, 3)
    how = g.int(0, 9)
    if how == 0:
        a = g.t([n, k], kind)
        c = g.t([k, m], same=a)
        x = g.t(g.pick([n, m], [m], [1], [n, 1]), same=a)
        more = g.pick('', f', beta={g.pick(0, 2, 0.5)}', f', alpha={g.pick(2, 0.5)}, beta=3')
        return g.pick(f'torch.addmm({x}, {a}, {c}{more})', f'{x}.addmm({a}, {c}{more})', f'torch.mm({a}, {c})', f'torch.addmv({x}.sum(), {a}, {c}[:, 0])', f'{a} @ {c}', f'torch.linalg.multi_dot([{a}, {c}, {c}.mT])', f'torch.chain_matmul({a}, {c})')
    if how == 1:
        a, c = g.t([b, n, k], kind), None
        c = g.t([b, k, m], same=a)
        x = g.t(g.pick([b, n, m], [n, m], [m]), same=a)
        y = g.t([n, m], same=a)
        more = g.pick('', f', beta={g.pick(0, 2)}', f', alpha=2, beta=3')
        return g.pick(f'torch.bmm({a}, {c})', f'torch.baddbmm({x}, {a}, {c}{more})', f'torch.addbmm({y}, {a}, {c}{more})', f'{a} @ {c}', f'torch.matmul({a}, {c}[0])', f'torch.matmul({a}[0], {c})', f'torch.einsum("bij,bjk->bik", {a}, {c})', f'torch.einsum("bij,bjk", {a}, {c})')
    if how == 2:
        a = g.t([k], kind)
        c = g.t([k], same=a)
        d = g.t([m], same=a)
        x = g.t([k, m], same=a)
        return g.pick(f'torch.dot({a}, {c})', f'torch.vdot({a}, {c})', f'torch.inner({a}, {c})', f'torch.outer({a}, {d})', f'torch.addr({x}, {a}, {d}{g.opt(", beta=2, alpha=3")})', f'{a} @ {x}', f'torch.mv({x}.mT, {a})', f'torch.kron({a}, {d})', f'torch.einsum("i,j->ij", {a}, {d})', f'torch.linalg.vecdot({a}, {c})', f'torch.ger({a}, {d})')
    if how == 3:
        s = g.shape(1, 4, 3)
        a = g.t(s, kind)
        r = g.shape(0, 3, 3)
        c = g.t(r + [s[-1]] + ([] if not r else [m]) if r else [s[-1]], same=a)
        return f'torch.matmul({a}, {c})'
    if how == 4:
        a = g.t(g.shape(0, 2) + [k], g.pick('d', 'f'))
        w, x = g.t([m, k], same=a), g.t([m], same=a)
        return g.pick(f'F.linear({a}, {w}, {x})', f'F.linear({a}, {w})')
    if how == 5:
        a, c = g.t([b, n, k], kind), None
        c = g.t([k, n, m], same=a)
        return g.pick(f'torch.tensordot({a}, {c}, dims=([1, 2], [1, 0]))', f'torch.tensordot({a}, {c}, dims=0)', f'torch.einsum("bnk,knm->bm", {a}, {c})', f'torch.einsum("bnk,knm->", {a}, {c})', f'torch.einsum("...k,knm->...m", {a}, {c})', f'torch.einsum("bnk,kpm->npmb", {a}, {c})', f'torch.tensordot({a}, {c}, dims=1) if {k} == {k} else 0')
    if how == 6:
        a = g.t([n, n], 'g')
        return g.pick(f'torch.matrix_power({a}, {g.int(0, 4)})', f'torch.trace({a})', f'torch.einsum("ii->i", {a})', f'torch.einsum("ii", {a})', f'torch.linalg.matrix_power({a} + 3 * torch.eye({n}), -{g.int(1, 2)})', f'torch.matrix_exp({a})')
    if how == 7:
        a = g.t([n, k], g.pick('d', 'f'))
        c = g.t([m, k], same=a)
        p = g.pick(1, 2, 3, 0.5, "float('inf')", 0)
        return g.pick(f'torch.cdist({a}, {c}, p={p})', f'F.pairwise_distance({a}, {c}[:1], p={p})', f'F.cosine_similarity({a}, {c}[:1], dim=-1)', f'torch.pdist({a}, {p})', f'F.bilinear({a}, {a}, torch.ones(2, {k}, {k}, dtype={a}.dtype))', f'torch.inner({a}, {c})')
    if how == 8:
        a = g.t([b, n, 3], g.pick('d', 'c'))
        c = g.t([b, n, 3], same=a)
        return g.pick(f'torch.cross({a}, {c}, dim=-1)', f'torch.linalg.cross({a}, {c})', f'torch.linalg.vecdot({a}, {c})', f'torch.kron({a}[0], {c}[0])', f'torch.einsum("bni,bni->bn", {a}, {c})', f'torch.linalg.vecdot({a}, {c}, dim=1)')
    a = g.t([b, n, k], 'd')
    return f'torch.einsum({g.pick("bnk->kb", "bnk->nkb", "b...->...", "...k->k", "bnk->")!r}, {a})'


def linalg(g):
    n = g.int(1, 4)
    batch = g.pick([], [], [2], [2, 1])
    a = g.t(batch + [n, n], 'g')
    b = g.t(batch + [n, g.int(1, 3)], same=a)
    m = g.t(batch + [n, g.int(1, 4)], same=a)
    eye = f'3 * torch.eye({n}, dtype={a}.dtype)'
    well = f'({a} + {eye})'
    spd = f'({a} @ {a}.mH + {eye})'
    return g.pick(
        f'torch.linalg.inv({well})', f'torch.inverse({well})', f'torch.linalg.det({a})', f'torch.linalg.slogdet({well})', f'torch.logdet({spd}.real)', f'torch.linalg.solve({well}, {b})', f'torch.linalg.solve({well}, {b}[..., 0])',
        f'torch.linalg.solve({well}, {b}.mT, left=False)', f'torch.linalg.cholesky({spd}{g.opt(", upper=True")})', f'torch.cholesky_solve({b}, torch.linalg.cholesky({spd}))', f'torch.cholesky_inverse(torch.linalg.cholesky({spd}))',
        f'torch.linalg.solve_triangular({well}.triu(), {b}, upper=True)', f'torch.linalg.solve_triangular({well}.tril(), {b}, upper=False{g.opt(", unitriangular=True")})', f'torch.linalg.eigvalsh({spd})', f'torch.linalg.eigh({spd}).eigenvalues',
        f'torch.linalg.svdvals({m})', f'torch.linalg.svd({m}, full_matrices=False).S', f'rebuilt_svd({m})', f'torch.linalg.qr({m}).R.abs()', f'torch.linalg.qr({m}, mode="r").R.abs()', f'rebuilt_qr({m})', f'rebuilt_eigh({spd})', f'rebuilt_lu({well})',
        f'torch.linalg.lu_factor({well})', f'torch.linalg.lu_solve(*torch.linalg.lu_factor({well}), {b})', f'torch.linalg.pinv({well})', f'torch.linalg.pinv({m})', f'torch.linalg.pinv({spd}, hermitian=True)', f'torch.linalg.matrix_rank({m})',
        f'torch.linalg.lstsq({well}, {b}).solution', f'torch.linalg.matrix_norm({m}, {g.pick(1, 2, "float(" + repr("inf") + ")", "-1", repr("fro"), repr("nuc"), -2)})', f'torch.linalg.norm({m}, {g.pick(1, 2, repr("nuc"))}, dim=(-2, -1){g.opt(", keepdim=True")})',
        f'torch.linalg.cond({well}{g.opt(", 1")})', f'torch.linalg.eigvals({a}).abs().sort().values', f'torch.linalg.matrix_exp({a} * 0.3)', f'torch.linalg.householder_product({m}.tril(), {m}[..., 0, :min({m}.shape[-2:])])', f'torch.linalg.vander({a}[..., 0])',
        f'torch.linalg.tensorinv(({well}).reshape({tuple(batch + [n, n])})[..., :, :], ind=1)' if not batch else f'torch.linalg.inv_ex({well})', f'torch.linalg.cholesky_ex({spd})', f'torch.linalg.solve_ex({well}, {b})', f'torch.linalg.ldl_factor({spd})',
        f'torch.triangular_solve({b}, {well}.triu())', f'torch.lu_unpack(*torch.linalg.lu_factor({well}))', f'torch.linalg.lu({well})', f'torch.linalg.multi_dot([{a}, {b}])' if not batch else f'torch.det({a})', f'torch.svd({m}).S', f'torch.linalg.tensorsolve({well}, {b}[..., 0])' if not batch else f'torch.logdet({well}.abs())')


def fourier(g):
    s = g.shape(1, 3, 5)
    s = [max(1, x) for x in s]
    a = g.t(s, g.pick('d', 'c', 'd', 'i'))
    d = g.dim(s)
    n = g.pick('', f', n={g.int(1, 6)}')
    norm = g.pick('', f", norm={g.pick('ortho', 'forward', 'backward')!r}")
    op = g.pick('fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft')
    op2 = g.pick('fftn', 'ifftn', 'rfftn', 'irfftn', 'fftn', 'hfftn', 'ihfftn')
    dims = sorted(g.r.sample(range(len(s)), g.int(1, len(s))))
    size = g.pick('', f', s={[g.int(1, 5) for _ in dims]}')
    real = f'{a}.real' if op in ('rfft', 'ihfft') or op2 in ('rfftn', 'ihfftn') else a
    w = g.int(2, 6)
    return g.pick(f'torch.fft.{op}({real}{n}, dim={d}{norm})', f'torch.fft.{op}({real}{n}, dim={d}{norm})', f'torch.fft.{op2}({real}{size}, dim={dims}{norm})', f'torch.fft.{op2}({real}{norm})', f'torch.fft.fftshift({a}, dim={d})',
                  f'torch.fft.ifftshift({a})', f'torch.fft.fftfreq({w}, d={g.num(0.1, 2)})', f'torch.fft.rfftfreq({w})', f'torch.fft.fft2({a})', f'torch.fft.irfft2({a}{norm})',
                  f'torch.stft({a}.real.reshape(-1).float().repeat(8)[:32], n_fft=8, hop_length={g.int(2, 4)}, window=torch.hann_window(8), center={g.bool()}, return_complex=True{g.opt(", normalized=True")})',
                  f'torch.istft(torch.stft({a}.real.reshape(-1).double().repeat(64)[:64], n_fft=8, window=torch.hann_window(8, dtype=torch.float64), return_complex=True), n_fft=8, window=torch.hann_window(8, dtype=torch.float64))')


def made(g):
    n, d = g.int(0, 6), g.pick('', f', dtype=torch.{g.pick("float64", "float32", "int64", "bfloat16", "complex64")}')
    g.plain = True
    return g.pick(f'torch.arange({n}{d})', f'torch.arange({g.num()}, {n + 2}, {g.num(0.3, 1)})', f'torch.linspace({g.num()}, {g.num()}, {n}{d})', f'torch.logspace(0, {g.num()}, {n})', f'torch.eye({n}, {g.int(0, 4)}{d})',
                  f'torch.full(({n}, 2), {g.scalar()}{d})', f'torch.zeros({n}{d})', f'torch.tril_indices({n}, 3, {g.int(-1, 1)})', f'torch.triu_indices({n}, 3)', f'torch.tensor([{g.scalar()}, {g.scalar()}]{d})', f'torch.hann_window({n}, periodic={g.bool()})',
                  f'torch.hamming_window({n})', f'torch.blackman_window({n})', f'torch.bartlett_window({n})', f'torch.kaiser_window({n}, beta={g.num(1, 9)})', f'torch.signal.windows.gaussian({n}, std=1.5)', f'torch.signal.windows.cosine({n})', f'torch.range(0, {n})',
                  f'torch.as_tensor([[{g.num()}, 1], [2, 3]]{d})', f'torch.scalar_tensor({g.num()}{d})', f'torch.empty_strided((2, {n}), (1, 2)).stride()', f'torch.signal.windows.hann({n}, sym={g.bool()})', f'torch.signal.windows.general_hamming({n}, alpha=0.6)', f'torch.complex(torch.ones({n}), torch.zeros({n}))')


GROUPS = {'unary': UNARY, 'binary': BINARY, 'reduce': REDUCE, 'index': INDEX, 'shape': [shapes], 'matmul': [matmuls], 'linalg': [linalg], 'fft': [fourier], 'made': [made]}
