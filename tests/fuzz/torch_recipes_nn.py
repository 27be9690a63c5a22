# Recipes of torch_differences.py for torch.nn, optimizers, schedulers and what takes functions.
import torch
from torch import nn


def put(x, change):
    y = x.clone()
    change(y)
    return y


def set_at(x, at, value):
    y = x.clone()
    y[at] = value
    return y


def rebuilt_svd(m):
    u, s, v = torch.linalg.svd(m, full_matrices=False)
    return (u * s.to(u.dtype).unsqueeze(-2)) @ v


def rebuilt_qr(m):
    q, r = torch.linalg.qr(m)
    return q @ r


def rebuilt_eigh(m):
    w, v = torch.linalg.eigh(m)
    return (v * w.to(v.dtype).unsqueeze(-2)) @ v.mH


def rebuilt_lu(m):
    p, l, u = torch.linalg.lu(m)
    return p @ l @ u


def filled(module):
    """The module with parameters that no generator made."""
    with torch.no_grad():
        for k, (name, p) in enumerate(module.named_parameters()):
            wave = torch.sin(torch.arange(p.numel(), dtype=torch.float64) * 1.7 + k)
            p.copy_((wave * 0.5).reshape(p.shape).to(p.dtype))
    return module


def ran(module, *args, train=True, more=None):
    """What a module gives, the gradients of its parameters and its buffers."""
    filled(module).train(train)
    out = module(*args) if more is None else module(*args, **more)
    loss = None
    stack = [out]
    while stack:
        x = stack.pop(0)
        if isinstance(x, (tuple, list)):
            stack.extend(x)
        elif isinstance(x, torch.Tensor) and x.requires_grad:
            part = (x * x * 0.5 + x * 0.3).sum().double()
            loss = part if loss is None else loss + part
    params = [p for p in module.parameters() if p.requires_grad]
    grads = torch.autograd.grad(loss, params, allow_unused=True, retain_graph=True) if loss is not None and params else ()
    return out, list(grads), [b.clone() for b in module.buffers()]


def optimized(make, steps, kind=torch.float64, closure=False):
    ps = [torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.0, -0.25]], dtype=kind, requires_grad=True), torch.tensor([1.0, -2.0], dtype=kind, requires_grad=True)]
    opt = make(ps)

    def loss():
        opt.zero_grad()
        value = ((ps[0] * torch.tensor([1.0, 2.0, -0.5], dtype=kind)).sum(1) - ps[1] * ps[1]).square().sum() + ps[0].abs().sum() * 0.1
        value.backward()
        return value
    seen = []
    for _ in range(steps):
        if closure:
            seen.append(opt.step(loss).detach())
        else:
            loss()
            opt.step()
        seen.append(ps[0].detach().clone())
        seen.append(ps[1].detach().clone())
    state = opt.state_dict()
    seen.append(str(sorted(state['param_groups'][0].keys())))
    for k in state['state']:
        seen.append(str(sorted(state['state'][k].keys())))
    again = make(ps)
    again.load_state_dict(state)
    loss()
    if closure:
        again.step(loss)
    else:
        again.step()
    seen.append(ps[0].detach().clone())
    return seen


def scheduled(make, steps, lr=0.1, metric=False):
    p = torch.zeros(2, requires_grad=True)
    opt = torch.optim.SGD([{'params': [p]}, {'params': [torch.ones(1, requires_grad=True)], 'lr': lr * 2}], lr=lr, momentum=0.9)
    s = make(opt)
    seen = []
    for k in range(steps):
        opt.step()
        s.step(abs(3 - k) * 0.5) if metric else s.step()
        seen.append([g['lr'] for g in opt.param_groups])
        seen.append(opt.param_groups[0]['momentum'])
    state = s.state_dict()
    seen.append(str(sorted([k for k in state if k[0] != '_'])))
    return seen


HELPERS = {'put': put, 'set_at': set_at, 'rebuilt_svd': rebuilt_svd, 'rebuilt_qr': rebuilt_qr, 'rebuilt_eigh': rebuilt_eigh, 'rebuilt_lu': rebuilt_lu,
           'ran': ran, 'filled': filled, 'optimized': optimized, 'scheduled': scheduled}


def convolution(g):
    n = g.int(1, 3)
    group = g.pick(1, 1, 2)
    c, o = group * g.int(1, 2), group * g.int(1, 2)
    size = [g.int(3, 6) for _ in range(n)]
    kernel = [g.int(1, 3) for _ in range(n)]
    kind = g.pick('d', 'd', 'd', 'f', 'c')
    batch = g.pick([g.int(1, 2)], [g.int(1, 2)], [])
    a = g.t(batch + [c] + size, kind)
    stride, dil = g.int(1, 2), g.pick(1, 1, 2)
    if g.chance(0.65):
        w = g.t([o, c // group] + kernel, same=a)
        b = g.pick('None', g.t([o], same=a))
        pad = g.pick(0, 1, g.pick("'same'", "'valid'"), tuple(g.int(0, 2) for _ in range(n)))
        if pad == "'same'":
            stride = 1
        return f'F.conv{n}d({a}, {w}, {b}, stride={stride}, padding={pad}, dilation={dil}, groups={group})'
    w = g.t([c, o // group] + kernel, same=a)
    b = g.pick('None', g.t([o], same=a))
    return f'F.conv_transpose{n}d({a}, {w}, {b}, stride={stride}, padding={g.int(0, 1)}, output_padding={g.int(0, max(stride, dil) - 1)}, groups={group}, dilation={dil})'


def pooling(g):
    n = g.int(1, 3)
    batch = g.pick([2], [1], [])
    a = g.t(batch + [g.int(1, 2)] + [g.int(4, 7) for _ in range(n)], g.pick('d', 'd', 'f'), g.pick('normal', 'half'))
    k = g.int(2, 3)
    pad, ceil, stride = g.int(0, k // 2), g.bool(), g.pick('None', 1, 2, 3)
    out = tuple(g.int(1, 5) for _ in range(n))
    one = out[0] if n == 1 else out
    if n == 1:
        return g.pick(f'F.max_pool1d({a}, {k}, {stride}, {pad}, {g.int(1, 2)}, ceil_mode={ceil}{g.opt(", return_indices=True")})', f'F.avg_pool1d({a}, {k}, {stride}, {pad}, {ceil}, {g.bool()})', f'F.adaptive_avg_pool1d({a}, {one})',
                      f'F.adaptive_max_pool1d({a}, {one}{g.opt(", return_indices=True")})', f'F.lp_pool1d({a}.abs() + 0.1, {g.int(1, 3)}, {k}, {stride}, {ceil})', f'F.max_unpool1d(*F.max_pool1d({a}, 2, return_indices=True), 2)')
    more = [f'F.max_pool{n}d({a}, {k}, {stride}, {pad}, {g.int(1, 2)}, ceil_mode={ceil}{g.opt(", return_indices=True")})', f'F.avg_pool{n}d({a}, {k}, {stride}, {pad}, {ceil}, {g.bool()}{g.opt(", divisor_override=3")})',
            f'F.adaptive_avg_pool{n}d({a}, {one})', f'F.adaptive_max_pool{n}d({a}, {one}{g.opt(", return_indices=True")})', f'F.max_unpool{n}d(*F.max_pool{n}d({a}, 2, return_indices=True), 2)', f'F.lp_pool{n}d({a}.abs() + 0.1, {g.int(1, 3)}, {k}, {stride}, {ceil})']
    if n == 2:
        more += [f'F.unfold({a}, {k}, padding={pad}, stride={g.int(1, 2)}, dilation={g.int(1, 2)})', f'F.fold(F.unfold({a}, 2, stride=2), {tuple(g.inputs[0]["base"][-2:])}, 2, stride=2)' if not g.inputs[0]['view'] else f'F.unfold({a}, 2)',
                 f'F.fractional_max_pool2d({a}, 2, output_size=2, _random_samples=torch.full((2, {a}.shape[-3], 2), 0.4, dtype={a}.dtype))', f'F.local_response_norm({a}, 2)', f'F.pixel_shuffle({a}.repeat_interleave(4, -3), 2)',
                 f'F.pixel_unshuffle({a}[..., :4, :4], 2)', f'F.channel_shuffle(torch.cat([{a}, {a}], -3), 2)']
    return g.pick(*more)


def norms(g):
    n = g.int(0, 3)
    c = g.pick(2, 4)
    a = g.t([g.int(2, 3), c] + [g.int(1, 3) for _ in range(n)], g.pick('d', 'd', 'f'))
    s = [g.inputs[0]['base'][0], c]
    w, b, m, v = g.t([c], same=a), g.t([c], same=a), g.t([c], same=a, grad=False), g.t([c], same=a, values='pos', grad=False)
    last = f'{a}.shape[-1:]'
    ww = g.pick('None', f'{w}')
    eps = g.pick(1e-5, 0.1)
    dims = g.int(1, 2)
    return g.pick(f'F.batch_norm({a}, {m}.clone(), {v}.clone(), {ww}, {g.pick("None", b)}, training={g.bool()}, momentum={g.pick(0.1, 0.5)}, eps={eps})', f'F.batch_norm({a}, None, None, {w}, {b}, training=True)',
                  f'torch.native_batch_norm({a}, {w}, {b}, {m}.clone(), {v}.clone(), True, 0.1, 1e-5)', f'F.layer_norm({a}, {last}, eps={eps})', f'F.layer_norm({a}, {a}.shape[-{dims}:], {a}[0, ...].detach() if {dims} == {n + 1} else None)', f'F.layer_norm({a}, {a}.shape[1:], {a}[0], {a}[1])',
                  f'F.group_norm({a}, {g.pick(1, 2)}, {ww}, {b}, {eps})', f'F.instance_norm({a}, weight={ww}, bias={b}, eps={eps})', f'F.instance_norm({a}, {m}.clone(), {v}.clone(), use_input_stats={g.bool()})', f'F.rms_norm({a}, {last}, eps={g.pick("None", 0.1)})',
                  f'F.rms_norm({a}, {a}.shape[1:], {a}[0])', f'F.normalize({a}, p={g.pick(1, 2, 3)}, dim={g.int(0, 1)}, eps={eps})', f'F.local_response_norm({a}, 2, alpha=0.1, k=2.0)' if n else f'F.layer_norm({a}, {last})')


def losses(g):
    s = g.shape(0, 3)
    a = g.t(s, g.pick('d', 'f'))
    b = g.t(s, same=a, grad=g.chance(0.5))
    p = g.t(s, same=a, values='prob')
    red = g.pick('', f', reduction={g.pick("mean", "sum", "none")!r}')
    w = g.t(g.cast(s), same=a, values='pos', grad=False)
    sign = f'torch.sign({b}.detach())'
    return g.pick(f'F.mse_loss({a}, {b}{red})', f'F.l1_loss({a}, {b}{red})', f'F.smooth_l1_loss({a}, {b}{red}, beta={g.pick(0.0, 0.5, 1.0)})', f'F.huber_loss({a}, {b}{red}, delta={g.num(0.3, 2)})', f'F.binary_cross_entropy({p}, torch.sigmoid({b}){red})',
                  f'F.binary_cross_entropy({p}, torch.sigmoid({b}), weight={w}{red})', f'F.binary_cross_entropy_with_logits({a}, torch.sigmoid({b}){red}, pos_weight={w})', f'F.binary_cross_entropy_with_logits({a}, {p}, weight={w}{red})',
                  f'F.kl_div({a}, {p}{red})', f'F.kl_div({a}, {b}{red}, log_target=True)', f'F.poisson_nll_loss({a}, {p}{red}, log_input={g.bool()}, full={g.bool()})', f'F.soft_margin_loss({a}, {sign}{red})', f'F.hinge_embedding_loss({a}, {sign}, margin={g.num(0.2, 2)}{red})',
                  f'F.margin_ranking_loss({a}, {b}, {sign}, margin=0.5{red})', f'F.gaussian_nll_loss({a}, {b}, {p}, full={g.bool()}{red})', f'F.mse_loss({a}, {b}, weight={w}{red})')


def class_losses(g):
    n, c = g.int(1, 4), g.int(2, 4)
    more = g.pick([], [], [2], [2, 3])
    a = g.t([n, c] + more, g.pick('d', 'd', 'f'))
    t = g.index([n] + more, c)
    w = g.t([c], same=a, values='pos', grad=False)
    soft = g.t([n, c] + more, same=a, values='prob')
    red = g.pick('', f', reduction={g.pick("mean", "sum", "none")!r}')
    weight = g.pick('', f', weight={w}')
    ignore = g.pick('', f', ignore_index={g.int(0, c - 1)}')
    smooth = g.pick('', f', label_smoothing={g.num(0, 0.5)}')
    x, y = f'{a}.reshape({n}, -1)[:, :{c}]', f'{t}.reshape({n}, -1)[:, 0]'
    b = g.t([n, c], same=a)
    d = g.t([n, c], same=a)
    return g.pick(f'F.cross_entropy({a}, {t}{weight}{ignore}{red}{smooth})', f'F.cross_entropy({a}, {t}{weight}{ignore}{red}{smooth})', f'F.cross_entropy({a}, {soft}{weight}{red}{smooth})', f'F.nll_loss(F.log_softmax({a}, 1), {t}{weight}{ignore}{red})',
                  f'F.multi_margin_loss({x}, {y}, p={g.int(1, 2)}, margin={g.num(0.5, 2)}{weight}{red})', f'F.multilabel_margin_loss({x}, torch.zeros({n}, {c}, dtype=torch.long) + {y}[:, None]{red})', f'F.multilabel_soft_margin_loss({x}, ({b} > 0).to({a}.dtype){weight}{red})',
                  f'F.triplet_margin_loss({x}, {b}, {d}, margin={g.num(0.5, 2)}, p={g.pick(1, 2)}, swap={g.bool()}{red})', f'F.cosine_embedding_loss({b}, {d}, torch.ones({n}) * {g.pick(1, -1)}, margin=0.2{red})', f'F.cross_entropy({a}[0], {t}[0]{weight}{red})',
                  f'F.ctc_loss(F.log_softmax({b}.expand(5, {n}, {c}), -1), torch.ones({n}, 2, dtype=torch.long), torch.full(({n},), 5), torch.full(({n},), {g.int(1, 2)}){red}, zero_infinity={g.bool()})', f'F.triplet_margin_with_distance_loss({x}, {b}, {d}{red})', f'F.one_hot({t})')


def resizing(g):
    n = g.int(1, 3)
    a = g.t([g.int(1, 2), g.int(1, 2)] + [g.int(1, 5) for _ in range(n)], g.pick('d', 'd', 'f'))
    modes = {1: ['nearest', 'linear', 'area', 'nearest-exact'], 2: ['nearest', 'bilinear', 'bicubic', 'area', 'nearest-exact'], 3: ['nearest', 'trilinear', 'area', 'nearest-exact']}[n]
    mode = g.pick(*modes)
    corner = f', align_corners={g.bool()}' if 'linear' in mode or mode == 'bicubic' else ''
    anti = ', antialias=True' if mode in ('bilinear', 'bicubic') and g.chance(0.3) else ''
    target = g.pick(f'size={[g.int(1, 6) for _ in range(n)]}', f'size={g.int(1, 6)}', f'scale_factor={g.pick(2, 0.5, 1.5, 2.0)}', f'scale_factor={[g.pick(2.0, 0.6) for _ in range(n)]}{g.opt(", recompute_scale_factor=True")}')
    pads = [g.int(0, 1) for _ in range(2 * n)] if g.chance(0.6) else [g.int(-1, 2) for _ in range(2 * n)]
    grid = g.t([g.inputs[0]['base'][0], 2, 3, 2], same=a)
    if g.chance(0.5):
        return f'F.interpolate({a}, {target}, mode={mode!r}{corner}{anti})'
    if n == 2 and g.chance(0.4) and '.expand' not in g.inputs[0]['view']:
        return g.pick(f'F.grid_sample({a}, {grid}[:1].expand({a}.shape[0], 2, 3, 2), mode={g.pick("bilinear", "nearest", "bicubic")!r}, padding_mode={g.pick("zeros", "border", "reflection")!r}, align_corners={g.bool()})',
                      f'F.affine_grid({grid}[:, 0, :, :].mT.contiguous(), (1, 1, 2, 3), align_corners={g.bool()})' if False else f'F.affine_grid({grid}[:1, :, :, 0], (1, 1, 2, 3), align_corners={g.bool()})')
    return f'F.pad({a}, {pads}, mode={g.pick("reflect", "replicate", "circular", "constant")!r})'


def embeddings(g):
    v, d = g.int(2, 5), g.int(1, 3)
    i = g.index(g.shape(1, 2), v)
    w = g.t([v, d], g.pick('d', 'f'))
    pad = g.pick('', f', padding_idx={g.int(-1, v - 1)}')
    flat = g.index([6], v)
    pw = g.t([6], same=w)
    mode = g.pick('sum', 'mean', 'max')
    weights = f', per_sample_weights={pw}' if mode == 'sum' and g.chance(0.5) else ''
    return g.pick(f'F.embedding({i}, {w}{pad}{g.opt(", scale_grad_by_freq=True")})', f'F.embedding({i}, {w}.clone(){pad}, max_norm=1.0)', f'F.embedding_bag({flat}, {w}, torch.tensor([0, 2, {g.int(2, 6)}]), mode={mode!r}{weights}{pad})', f'F.embedding_bag({flat}.reshape(2, 3), {w}, mode={mode!r}{pad})',
                  f'F.embedding_bag({flat}, {w}, torch.tensor([0, 3, 6]), mode={mode!r}, include_last_offset=True)', f'F.one_hot({i}, {v})', f'F.embedding({i}, {w})')


def attention(g):
    b, h, l, s, e = g.int(1, 2), g.pick(1, 2, 4), g.int(1, 4), g.int(1, 4), g.int(1, 4)
    kind = g.pick('d', 'd', 'f')
    q = g.t([b, h, l, e], kind)
    gqa = h > 1 and g.chance(0.2)
    k = g.t([b, h // 2 if gqa else h, s, e], same=q)
    v = g.t([b, h // 2 if gqa else h, s, g.int(1, 4)], same=q)
    m, f = g.t([l, s], 'b'), g.t([b, 1, l, s], same=q)
    mask = g.pick('', '', f', attn_mask={m}', f', attn_mask={f}', ', is_causal=True')
    return f'F.scaled_dot_product_attention({q}, {k}, {v}{mask}{g.opt(", scale=0.7", 0.3)}{", enable_gqa=True" if gqa else ""})'


def recurrent(g):
    kind = g.pick('LSTM', 'GRU', 'RNN')
    i, h, n = g.int(1, 3), g.int(1, 3), g.int(1, 2)
    two, first, bias = g.bool(), g.bool(), g.bool()
    a = g.t(g.pick([3, 2, i], [3, i]), 'float32')
    more = g.opt(", nonlinearity='relu'") if kind == 'RNN' else g.opt(f', proj_size={max(1, h - 1)}', 0.3) if kind == 'LSTM' and h > 1 else ''
    module = f'nn.{kind}({i}, {h}, {n}, batch_first={first}, bidirectional={two}, bias={bias}{more})'
    cells = f'nn.{kind}Cell({i}, {h}, bias={bias})'
    g.plain = True
    packed = f'nn.utils.rnn.pad_packed_sequence(filled({module})(nn.utils.rnn.pack_padded_sequence({a}.expand(3, 3, {i}), [3, 2, 1], batch_first={first}))[0])'
    return g.pick(f'ran({module}, {a})', f'ran({module}, {a})', f'ran({cells}, {a}.reshape(-1, {i}))', packed)


def modules(g):
    c = g.pick(2, 4)
    a = g.t([2, c, 5, 4], 'float32')
    v = g.t([2, 3, c], 'float32')
    g.plain = True
    train = g.bool()
    one = g.pick(f'nn.BatchNorm2d({c}, affine={g.bool()}, momentum={g.pick(0.1, "None")}, track_running_stats={g.bool()})', f'nn.InstanceNorm2d({c}, affine={g.bool()}, track_running_stats={g.bool()})', f'nn.GroupNorm(2, {c})', f'nn.Conv2d({c}, 4, 3, padding=1, padding_mode={g.pick("zeros", "reflect", "circular", "replicate")!r})',
                 f'nn.ConvTranspose2d({c}, 3, 2, stride=2)', f'nn.PReLU({g.pick(1, c)})', f'nn.LayerNorm(4, bias={g.bool()})', f'nn.Sequential(nn.Flatten(), nn.Linear({c * 20}, 3), nn.ReLU())', 'nn.MaxPool2d(2)', 'nn.Upsample(scale_factor=2)', f'nn.utils.parametrizations.weight_norm(nn.Conv2d({c}, 2, 2))',
                 f'nn.Dropout(0.0)', f'nn.ZeroPad2d(1)', f'nn.ReflectionPad2d((1, 0, 1, 2))', 'nn.AdaptiveAvgPool2d((2, 3))', 'nn.Softmax2d()', f'nn.LocalResponseNorm(2)', 'nn.Unfold(2)', 'nn.PixelUnshuffle(1)', 'nn.RMSNorm((5, 4))', f'nn.LPPool2d(2, 2)', 'nn.CELU()', 'nn.Threshold(0.1, 2.0)', 'nn.Hardtanh(-0.5, 0.5)', 'nn.GLU(1)')
    seq = g.pick(f'nn.MultiheadAttention({c}, 2, batch_first=True, bias={g.bool()})', f'nn.TransformerEncoderLayer({c}, 2, 5, dropout=0.0, batch_first=True, norm_first={g.bool()}, activation={g.pick("relu", "gelu")!r})', f'nn.Linear({c}, 3, bias={g.bool()})', f'nn.Bilinear({c}, {c}, 2)',
                 f'nn.Transformer({c}, 2, 1, 1, 4, dropout=0.0, batch_first=True)', f'nn.TransformerDecoderLayer({c}, 2, 4, 0.0, batch_first=True)', f'nn.CosineSimilarity(dim=-1)', f'nn.PairwiseDistance(p=3)')
    count = 3 if 'Multihead' in seq else 2 if any(x in seq for x in ('Bilinear', 'Transformer(', 'Decoder', 'Cosine', 'Pairwise')) else 1
    return g.pick(f'ran({one}, {a}, train={train})', f'ran({seq}, {", ".join([v] * count)}, train={train})')


def optimizers(g):
    g.plain = True
    fe = g.opt(f', foreach={g.bool()}', 0.3)
    mx = g.opt(', maximize=True', 0.2)
    wd = g.opt(f', weight_decay={g.num(0, 0.3)}', 0.4)
    kind = g.pick('', '', ', torch.float32')
    steps = g.int(1, 4)
    f = lambda text: f'optimized(lambda ps: torch.optim.{text}, {steps}{kind})'
    beta = g.opt(f', betas=({g.num(0.5, 0.95)}, {g.num(0.9, 0.999)})', 0.3)
    return g.pick(f(f'SGD(ps, lr=0.1{wd}{mx}{fe}{g.pick("", ", momentum=0.9", ", momentum=0.8, nesterov=True", ", momentum=0.5, dampening=0.3")})'), f(f'Adam(ps, lr=0.05{beta}{wd}{mx}{fe}{g.opt(", amsgrad=True")})'),
                  f(f'AdamW(ps, lr=0.05{beta}{wd}{mx}{fe}{g.opt(", amsgrad=True")})'), f(f'Adamax(ps, lr=0.05{wd}{mx}{fe})'), f(f'NAdam(ps, lr=0.05{wd}{mx}{fe}{g.opt(", decoupled_weight_decay=True")})'), f(f'RAdam(ps, lr=0.05{wd}{mx}{fe})'),
                  f(f'Adagrad(ps, lr=0.1, lr_decay={g.num(0, 0.2)}{wd}{mx}{fe}{g.opt(", initial_accumulator_value=0.1")})'), f(f'Adadelta(ps, lr=0.5, rho=0.8{wd}{mx}{fe})'), f(f'RMSprop(ps, lr=0.05, alpha=0.9{wd}{mx}{fe}{g.opt(", centered=True")}{g.opt(", momentum=0.5")})'),
                  f(f'Rprop(ps, lr=0.05, etas=(0.4, 1.3){mx}{fe})'), f(f'ASGD(ps, lr=0.05, t0={g.pick(0, 2, 1e6)}{wd}{mx}{fe})'), f'optimized(lambda ps: torch.optim.LBFGS(ps, lr=0.2, max_iter=3, history_size=2{g.opt(", line_search_fn=" + repr("strong_wolfe"))}), 2, closure=True)', f(f'Adafactor(ps, lr=0.05{wd}{mx})'),
                  f(f'SGD([dict(params=ps[:1], lr=0.3), dict(params=ps[1:])], lr=0.1{mx})'), f(f'Adam(ps, lr=torch.tensor(0.05), fused={g.bool()}{wd})'), f'optimized(lambda ps: torch.optim.Muon(ps[:1], lr=0.05{wd}{g.opt(", nesterov=False")}), {steps})')


def schedulers(g):
    g.plain = True
    n = g.int(3, 8)
    L = 'torch.optim.lr_scheduler'
    f = lambda text, more='': f'scheduled(lambda o: {L}.{text}, {n}{more})'
    return g.pick(f(f'StepLR(o, {g.int(1, 3)}, gamma={g.num(0.1, 0.9)})'), f(f'MultiStepLR(o, [1, {g.int(2, 4)}], {g.num(0.1, 0.9)})'), f(f'ExponentialLR(o, {g.num(0.5, 0.99)})'), f(f'CosineAnnealingLR(o, {g.int(2, 5)}, eta_min={g.num(0, 0.05)})'), f(f'CosineAnnealingWarmRestarts(o, {g.int(1, 3)}, {g.int(1, 2)})'),
                  f(f'LinearLR(o, {g.num(0.1, 0.9)}, 1.0, {g.int(2, 5)})'), f(f'ConstantLR(o, 0.5, {g.int(1, 4)})'), f(f'PolynomialLR(o, {g.int(3, 6)}, power={g.num(0.5, 2)})'), f(f'LambdaLR(o, lambda e: 0.9 ** e)'), f(f'MultiplicativeLR(o, lambda e: 0.95)'),
                  f(f'OneCycleLR(o, max_lr={g.num(0.1, 1)}, total_steps=10, pct_start={g.num(0.1, 0.5)}{g.opt(", anneal_strategy=" + repr("linear"))}{g.opt(", three_phase=True")})'), f(f'CyclicLR(o, 0.01, 0.1, step_size_up={g.int(1, 3)}, mode={g.pick("triangular", "triangular2", "exp_range")!r}, gamma=0.9)'),
                  f(f'ReduceLROnPlateau(o, patience={g.int(0, 1)}, factor=0.5{g.opt(", mode=" + repr("max"))}{g.opt(", cooldown=1")})', ', metric=True'), f(f'SequentialLR(o, [{L}.ConstantLR(o, 0.1, 2), {L}.ExponentialLR(o, 0.9)], [{g.int(1, 3)}])'), f(f'ChainedScheduler([{L}.ConstantLR(o, 0.1, 2), {L}.ExponentialLR(o, 0.9)])'))


def functions(g):
    a, b = g.t([3], 'd'), g.t([2, 3], 'd')
    g.plain = True
    f = g.pick('lambda x: (x * x).sum()', 'lambda x: x.sin().cumsum(-1).prod()', 'lambda x: torch.softmax(x, -1)[..., 0].log().sum()', 'lambda x: (x.exp() * x).mean()', 'lambda x: torch.linalg.norm(x) ** 3')
    v = g.pick('lambda x: x * x.sum()', 'lambda x: torch.tanh(x).flip(-1)', 'lambda x: torch.cumprod(x, -1)', 'lambda x: torch.outer(x, x)', 'lambda x: F.layer_norm(x, (3,))', 'lambda x: x[torch.tensor([2, 0])] ** 2')
    return g.pick(f'torch.func.grad({f})({a})', f'torch.func.grad_and_value({f})({a})', f'torch.func.hessian({f})({a})', f'torch.func.jacrev({v})({a})', f'torch.func.jacfwd({v})({a})', f'torch.func.vmap(torch.func.grad({f}))({b})', f'torch.func.vmap({v})({b})', f'torch.func.vmap({v}, in_dims=0, out_dims=-1)({b})',
                  f'torch.func.jvp({v}, ({a},), (torch.ones_like({a}),))', f'torch.func.vjp({v}, {a})[1](({v})({a}) * 2)', f'torch.func.jacfwd(torch.func.grad({f}))({a})', f'torch.func.grad(torch.func.grad(lambda x: ({f})(x.expand(3) * torch.arange(3))))({a}[0])', f'torch.autograd.functional.jacobian({v}, {a})',
                  f'torch.autograd.functional.hessian({f}, {a})', f'torch.autograd.functional.hvp({f}, {a}, torch.ones_like({a}))', f'torch.autograd.functional.vjp({v}, {a}, ({v})({a}).detach())', f'torch.func.vmap(lambda x, y: x @ y, in_dims=(0, None))({b}, {a})', f'torch.func.vmap(torch.func.jacrev({v}))({b})',
                  f'torch.func.functional_call(filled(nn.Linear(3, 2, dtype={a}.dtype)), dict(bias=torch.ones(2, dtype={a}.dtype)), ({a},))', f'torch.func.vmap(torch.func.vmap(lambda x: x * 2 + x.sin()))({b})', f'torch.func.linearize({v}, {a})[1](torch.ones_like({a}))', f'torch.utils.checkpoint.checkpoint({v}, {a}, use_reentrant=False)')


GROUPS = {'conv': [convolution], 'pool': [pooling], 'norms': [norms], 'losses': [losses, class_losses], 'resize': [resizing], 'embedding': [embeddings], 'attention': [attention], 'recurrent': [recurrent], 'modules': [modules], 'optim': [optimizers, optimizers, schedulers], 'functions': [functions]}
