# Every module of torch.nn: what it shows, computes, holds and refuses, in training and in evaluation (four digits).

import copy
import inspect
import pickle
import warnings

import torch
from torch import nn

warnings.simplefilter('ignore')
t = torch.tensor


def f(x):
    return '%.4g' % (x if abs(x) > 2e-6 else 0.0) if isinstance(x, float) else x


def flat(v):
    if isinstance(v, torch.Tensor):
        return [f(x) for x in v.detach().flatten().tolist()[:12]], tuple(v.shape), str(v.dtype)
    if isinstance(v, nn.utils.rnn.PackedSequence):
        return ('packed', flat(v.data), v.batch_sizes.tolist())
    if isinstance(v, (tuple, list)):
        return [flat(x) for x in v]
    return v


def show(label, fn):
    try:
        v = flat(fn())
    except Exception as e:
        v = type(e).__name__ + ': ' + str(e)
    print('  ', label, v)


X = torch.linspace(-3, 3, 24)
x1 = X.view(2, 12)
x2 = X.view(2, 3, 4)
x3 = X.view(1, 2, 3, 4)
x4 = X.view(1, 2, 3, 2, 2)
img = torch.linspace(-1, 1, 128).view(1, 2, 8, 8)
vol = torch.linspace(-1, 1, 2 * 64).view(1, 2, 4, 4, 4)
seq = torch.linspace(-1, 1, 32).view(1, 2, 16)
cases = [
    ('Threshold', (0.1, 20), {}, x1),
    ('ReLU', (), {}, x1),
    ('ReLU', (True,), {}, x1),
    ('RReLU', (), {}, x1),
    ('RReLU', (0.1, 0.3, True), {}, x1),
    ('Hardtanh', (), {}, x1),
    ('Hardtanh', (-2.0, 1.5, True), {}, x1),
    ('Hardtanh', (), dict(min_value=-0.5, max_value=0.2), x1),
    ('Hardtanh', (1.0, 1.0), {}, x1),
    ('ReLU6', (), {}, x1),
    ('ReLU6', (True,), {}, x1),
    ('Sigmoid', (), {}, x1),
    ('Hardsigmoid', (), {}, x1),
    ('Hardsigmoid', (True,), {}, x1),
    ('Tanh', (), {}, x1),
    ('SiLU', (), {}, x1),
    ('SiLU', (True,), {}, x1),
    ('Mish', (), {}, x1),
    ('Mish', (True,), {}, x1),
    ('Hardswish', (), {}, x1),
    ('Hardswish', (True,), {}, x1),
    ('ELU', (), {}, x1),
    ('ELU', (0.5, True), {}, x1),
    ('CELU', (), {}, x1),
    ('CELU', (0.5, True), {}, x1),
    ('SELU', (), {}, x1),
    ('SELU', (True,), {}, x1),
    ('GLU', (), {}, x1),
    ('GLU', (0,), {}, x1),
    ('GELU', (), {}, x1),
    ('GELU', ('tanh',), {}, x1),
    ('Hardshrink', (), {}, x1),
    ('Hardshrink', (0.3,), {}, x1),
    ('LeakyReLU', (), {}, x1),
    ('LeakyReLU', (0.3, True), {}, x1),
    ('LogSigmoid', (), {}, x1),
    ('Softplus', (), {}, x1),
    ('Softplus', (2.0, 1.0), {}, x1),
    ('Softshrink', (), {}, x1),
    ('Softshrink', (0.2,), {}, x1),
    ('PReLU', (), {}, x1),
    ('PReLU', (2, 0.1), {}, x3),
    ('Softsign', (), {}, x1),
    ('Tanhshrink', (), {}, x1),
    ('Softmin', (), {}, x1),
    ('Softmin', (0,), {}, x1),
    ('Softmax', (), {}, x1),
    ('Softmax', (1,), {}, x1),
    ('Softmax2d', (), {}, x3),
    ('Softmax2d', (), {}, x1),
    ('LogSoftmax', (1,), {}, x1),
    ('Conv1d', (2, 3, 3), {}, seq),
    ('Conv1d', (2, 4, 3, 2, 1, 2, 2, False, 'reflect'), {}, seq),
    ('Conv2d', (2, 3, 3), {}, img),
    ('Conv2d', (2, 3, (3, 2)), dict(padding='same', padding_mode='circular'), img),
    ('Conv2d', (2, 3, 3), dict(padding='valid', stride=2), img),
    ('Conv2d', (2, 3, 3), dict(padding='same'), img),
    ('Conv3d', (2, 3, 2), dict(padding=1, padding_mode='replicate', bias=False), vol),
    ('Conv2d', (2, 3, 3), dict(groups=0), img),
    ('Conv2d', (3, 3, 3), dict(groups=2), img),
    ('Conv2d', (2, 3, 3), dict(groups=2), img),
    ('Conv2d', (2, 3, 3), dict(padding='same', stride=2), img),
    ('Conv2d', (2, 3, 3, 1, (1, 2), 1), dict(dilation=2), img),
    ('Conv2d', (2, 3, 3), {}, x1),
    ('ConvTranspose1d', (2, 3, 3), {}, seq),
    ('ConvTranspose1d', (2, 4, 3, 2, 1, 1, 2, False, 1), {}, seq),
    ('ConvTranspose2d', (2, 3, 3, 2), {}, img),
    ('ConvTranspose3d', (2, 3, 2), dict(stride=2, output_padding=1), vol),
    ('ConvTranspose2d', (2, 3, 3), dict(padding_mode='reflect'), img),
    ('ConvTranspose2d', (2, 3, (3, 2), 2, (1, 0)), {}, img),
    ('LazyConv1d', (3, 3), {}, seq),
    ('LazyConv2d', (3, 3), dict(stride=2), img),
    ('LazyConv3d', (3, 2), dict(bias=False), vol),
    ('LazyConvTranspose1d', (3, 3), {}, seq),
    ('LazyConvTranspose2d', (3, 3), {}, img),
    ('LazyConvTranspose3d', (3, 2), {}, vol),
    ('MaxPool1d', (2,), {}, seq),
    ('MaxPool1d', (3, 2, 1, 2), dict(return_indices=True, ceil_mode=True), seq),
    ('MaxPool2d', (2,), {}, img),
    ('MaxPool2d', ((2, 3), (1, 2)), dict(return_indices=True), img),
    ('MaxPool3d', (2, 1), {}, vol),
    ('AvgPool1d', (2,), {}, seq),
    ('AvgPool1d', (3, 2, 1, True, False), {}, seq),
    ('AvgPool2d', (2,), {}, img),
    ('AvgPool2d', (3, 2, 1, True, False, 5), {}, img),
    ('AvgPool3d', (2, 1), {}, vol),
    ('AvgPool3d', (2, None, 1), dict(divisor_override=3), vol),
    ('LPPool1d', (2, 3), {}, seq),
    ('LPPool2d', (1.5, 2, 1), dict(ceil_mode=True), img.abs()),
    ('LPPool3d', (2, 2), {}, vol),
    ('AdaptiveMaxPool1d', (3,), {}, seq),
    ('AdaptiveMaxPool2d', ((3, None),), dict(return_indices=True), img),
    ('AdaptiveMaxPool3d', (2,), {}, vol),
    ('AdaptiveAvgPool1d', (3,), {}, seq),
    ('AdaptiveAvgPool2d', ((3, None),), {}, img),
    ('AdaptiveAvgPool3d', (2,), {}, vol),
    ('Upsample', ((3, 5),), {}, img),
    ('Upsample', (), dict(scale_factor=2, mode='bilinear', align_corners=True), img),
    ('Upsample', (), dict(scale_factor=(1.5, 2)), img),
    ('UpsamplingNearest2d', (), dict(scale_factor=2), img),
    ('UpsamplingBilinear2d', ((3, 3),), {}, img),
    ('PixelShuffle', (1,), {}, img),
    ('PixelUnshuffle', (2,), {}, img),
    ('ChannelShuffle', (2,), {}, img),
    ('Flatten', (), {}, img),
    ('Flatten', (2, 3), {}, img),
    ('Unflatten', (1, (3, 4)), {}, x1),
    ('Unflatten', (1, 3), {}, x1),
    ('Unflatten', (1, (3, 'a')), {}, x1),
    ('Unflatten', ('a', 3), {}, x1),
    ('Unflatten', (1.5, 3), {}, x1),
    ('Dropout', (), {}, x1),
    ('Dropout', (0.3, True), {}, x1),
    ('Dropout', (1.5,), {}, x1),
    ('Dropout1d', (), {}, seq),
    ('Dropout2d', (0.9,), {}, img),
    ('Dropout3d', (), {}, vol),
    ('AlphaDropout', (0.4,), {}, x1),
    ('FeatureAlphaDropout', (), {}, img),
    ('Linear', (12, 2), {}, x1),
    ('Linear', (12, 2, False), {}, x1),
    ('LazyLinear', (2,), {}, x1),
    ('Identity', (1, 2), dict(a=3), x1),
    ('Fold', ((4, 5), (2, 2)), {}, torch.linspace(0, 1, 96).view(1, 8, 12)),
    ('Unfold', (2,), dict(stride=2, padding=1), img),
    ('InstanceNorm1d', (2,), {}, seq),
    ('InstanceNorm1d', (2,), dict(affine=True, track_running_stats=True), seq),
    ('InstanceNorm2d', (3,), dict(affine=True), img),
    ('InstanceNorm2d', (2,), {}, img),
    ('InstanceNorm2d', (2,), {}, x1),
    ('LazyInstanceNorm2d', (), dict(affine=True), img),
    ('InstanceNorm3d', (2,), {}, vol[0]),
    ('BatchNorm1d', (2,), {}, seq),
    ('BatchNorm1d', (12,), {}, x1),
    ('BatchNorm1d', (2,), {}, img),
    ('BatchNorm2d', (2,), dict(momentum=None), img),
    ('BatchNorm2d', (2, 1e-3, 0.2, False, False), {}, img),
    ('BatchNorm3d', (2,), {}, vol),
    ('LazyBatchNorm2d', (), {}, img),
    ('BatchNorm2d', (2,), dict(bias=False), img),
    ('LocalResponseNorm', (2,), {}, img),
    ('CrossMapLRN2d', (2,), {}, None),
    ('LayerNorm', (12,), {}, x1),
    ('LayerNorm', ([3, 4],), dict(bias=False), x2),
    ('GroupNorm', (1, 2), {}, img),
    ('GroupNorm', (3, 2), {}, img),
    ('RMSNorm', (12,), {}, x1),
    ('RMSNorm', (12, 1e-3, False), {}, x1),
    ('ZeroPad1d', (2,), {}, seq),
    ('ZeroPad2d', ((1, 0, 2, 1),), {}, img),
    ('ZeroPad3d', (1,), {}, vol),
    ('ConstantPad1d', (2, 3.5), {}, seq),
    ('ConstantPad2d', (1, 3.5), {}, img),
    ('ConstantPad3d', (1, 1), {}, vol),
    ('CircularPad1d', (2,), {}, seq),
    ('CircularPad2d', (1,), {}, img),
    ('CircularPad3d', (1,), {}, vol),
    ('CircularPad2d', (1,), {}, x1),
    ('ReflectionPad1d', (2,), {}, seq),
    ('ReflectionPad2d', (1,), {}, img),
    ('ReflectionPad3d', (1,), {}, vol),
    ('ReplicationPad1d', (2,), {}, seq),
    ('ReplicationPad2d', ((1, 2, 0, 0),), {}, img),
    ('ReplicationPad3d', (1,), {}, vol),
    ('RNN', (4, 5), {}, x2),
    ('RNN', (4, 5, 2, 'relu'), dict(batch_first=True, bidirectional=True), x2),
    ('LSTM', (4, 5), {}, x2),
    ('LSTM', (4, 5, 2, False, True, 0.5, True, 3), {}, x2),
    ('GRU', (4, 5), {}, x2),
    ('GRU', (4, 5, 2), dict(bidirectional=True, bias=False), x2),
    ('GRU', (4, 5), {}, x2[0]),
    ('LSTM', (4, 5), {}, x2[0]),
    ('RNN', (4, 5), dict(nonlinearity='sig'), x2),
    ('RNN', (4, 5), dict(proj_size=2), x2),
    ('GRU', (4, 5), dict(proj_size=2), x2),
    ('LSTM', (4, 5), dict(proj_size=5), x2),
    ('LSTM', (4, 5), dict(proj_size=-1), x2),
    ('LSTM', (4, 5), dict(dropout=2), x2),
    ('LSTM', (4, 0), {}, x2),
    ('LSTM', (4, 5.0), {}, x2),
    ('LSTM', (4, 5, 0), {}, x2),
    ('LSTM', (3, 5), {}, x2),
    ('LSTM', (4, 5), {}, x2.double()),
    ('LSTM', (4, 5), {}, x4),
    ('RNNCell', (4, 5), {}, x2[0]),
    ('RNNCell', (4, 5, False, 'relu'), {}, x2[0]),
    ('LSTMCell', (4, 5), {}, x2[0]),
    ('LSTMCell', (4, 5), {}, x2[0, 0]),
    ('GRUCell', (4, 5), {}, x2[0]),
    ('GRUCell', (4, 5), {}, x2),
    ('GRUCell', (3, 5), {}, x2[0]),
    ('RNNCell', (4, 5), dict(nonlinearity='x'), x2[0]),
    ('Embedding', (5, 3), {}, t([1, 4])),
    ('Embedding', (5, 3, 1), {}, t([1, 4])),
    ('Embedding', (5, 3, -1, 1.0, 1.0, True, True), {}, t([1, 4])),
    ('Embedding', (5, 3, 7), {}, t([1, 4])),
    ('Embedding', (5, 3, -7), {}, t([1, 4])),
    ('EmbeddingBag', (5, 3), {}, t([[1, 4]])),
    ('EmbeddingBag', (5, 3, 1.0, 1.0, True, 'sum', True), dict(padding_idx=2), t([[1, 4]])),
    ('EmbeddingBag', (5, 3), dict(padding_idx=9), t([[1, 4]])),
    ('Embedding', (5, 3), dict(_weight=torch.ones(2, 3)), t([1])),
    ('CosineSimilarity', (), {}, (x1, x1 + 1)),
    ('PairwiseDistance', (1, 1e-3, True), {}, (x1, x1 + 1)),
    ('Bilinear', (12, 12, 2), {}, (x1, x1)),
    ('Bilinear', (0, 12, 2), {}, (x1, x1)),
    ('MaxUnpool2d', (2,), {}, None),
    ('MaxUnpool1d', (2, 1, 0), {}, None),
    ('MaxUnpool3d', (2,), {}, None),
]
P = x1.sigmoid()
T = (x1 > 0.5).float()
C = t([3, 5])
losses = [
    ('L1Loss', {}, (x1, T)),
    ('MSELoss', dict(reduction='sum'), (x1, T)),
    ('MSELoss', dict(size_average=False), (x1, T)),
    ('MSELoss', dict(reduce=False), (x1, T)),
    ('NLLLoss', dict(weight=P[0], ignore_index=3), (x1.log_softmax(1), C)),
    ('NLLLoss2d', {}, (x3.log_softmax(1), t([[[0, 1, 0, 1]] * 3]))),
    ('PoissonNLLLoss', dict(log_input=False, full=True), (P, T)),
    ('GaussianNLLLoss', dict(full=True), (x1, T, P)),
    ('KLDivLoss', dict(reduction='batchmean', log_target=True), (x1, P.log())),
    ('BCELoss', dict(weight=P), (P, T)),
    ('BCEWithLogitsLoss', dict(pos_weight=P[0]), (x1, T)),
    ('HingeEmbeddingLoss', dict(margin=2.0), (x1, 2 * T - 1)),
    ('MultiLabelMarginLoss', {}, (x1, T.long())),
    ('SmoothL1Loss', dict(beta=0.5), (x1, T)),
    ('HuberLoss', dict(delta=0.5), (x1, T)),
    ('SoftMarginLoss', {}, (x1, 2 * T - 1)),
    ('CrossEntropyLoss', dict(weight=P[0], label_smoothing=0.1), (x1, C)),
    ('MultiLabelSoftMarginLoss', dict(weight=P[0]), (x1, T)),
    ('CosineEmbeddingLoss', dict(margin=0.1), (x1, P, t([1, -1]))),
    ('MarginRankingLoss', dict(margin=0.1), (x1, P, 2 * T - 1)),
    ('MultiMarginLoss', dict(p=2, margin=0.5), (x1, C)),
    ('MultiMarginLoss', dict(p=3), (x1, C)),
    ('MultiMarginLoss', dict(weight=x1), (x1, C)),
    ('TripletMarginLoss', dict(margin=0.5, p=1, swap=True), (x1, P, T)),
    ('TripletMarginLoss', dict(margin=-1), (x1, P, T)),
    ('TripletMarginWithDistanceLoss', dict(swap=True), (x1, P, T)),
    ('TripletMarginWithDistanceLoss', dict(distance_function=nn.CosineSimilarity()), (x1, P, T)),
    ('CTCLoss', dict(zero_infinity=True), (x2.view(4, 2, 3).log_softmax(2), t([[1, 2], [2, 1]]), t([4, 4]), t([2, 2]))),
]


def run(m, inp):
    if inp is None:
        return None
    args = inp if isinstance(inp, tuple) else (inp.clone(),)
    return m(*args)


for name, a, kw, inp in cases + [(n, (), k, i) for n, k, i in losses]:
    torch.manual_seed(3)
    print(
        name,
        tuple(x if not isinstance(x, torch.Tensor) else 'T' for x in a),
        {k: v if not isinstance(v, (torch.Tensor, nn.Module)) else 'T' for k, v in kw.items()},
    )
    try:
        m = getattr(nn, name)(*a, **kw)
    except Exception as e:
        print('   ', type(e).__name__ + ': ' + str(e).replace("'valid', 'same'", "'same', 'valid'"))
        continue
    show('repr', lambda: repr(m))
    show('out', lambda: run(m, inp))
    show('repr', lambda: repr(m))
    show('params', lambda: [(n, p) for n, p in m.named_parameters()])
    show('buffers', lambda: [(n, p) for n, p in m.named_buffers()])
    m.eval()
    show('eval', lambda: run(m, inp))
    show('names', lambda: sorted(k for k in vars(m) if not k.startswith('_') and k != 'name'))
    show('copy', lambda: repr(pickle.loads(pickle.dumps(copy.deepcopy(m)))) == repr(m))
for n in sorted(set(c[0] for c in cases) | set(l[0] for l in losses)):
    show(
        n,
        lambda: [
            (p.name, p.default if not isinstance(p.default, type) else '-', str(p.kind))
            for p in inspect.signature(getattr(nn, n).__init__).parameters.values()
        ],
    )
lstm = nn.LSTM(4, 5, 2, bidirectional=True)
pk = nn.utils.rnn.pack_padded_sequence(torch.linspace(-1, 1, 48).view(4, 3, 4), [4, 2, 1])
torch.manual_seed(1)
lstm.reset_parameters()
show('packed', lambda: lstm(pk))
gru = nn.GRU(4, 5)
torch.manual_seed(1)
gru.reset_parameters()
show('packed', lambda: gru(pk))
pk2 = nn.utils.rnn.pack_padded_sequence(torch.linspace(-1, 1, 48).view(4, 3, 4), [1, 4, 2], enforce_sorted=False)
show('packed2', lambda: lstm(pk2))
show('packed3', lambda: gru(pk2, torch.ones(1, 3, 5)))
show('hx', lambda: gru(x2, torch.ones(1, 3, 5)))
show('hx2', lambda: gru(x2, torch.ones(2, 3, 5)))
show('hx3', lambda: gru(x2, torch.ones(3, 5)))
show('hx4', lambda: gru(x2[0], torch.ones(1, 5)))
show('hx5', lambda: gru(x2[0], torch.ones(1, 1, 5)))
l1 = nn.LSTM(4, 5)
torch.manual_seed(1)
l1.reset_parameters()
show('hc', lambda: l1(x2, (torch.ones(1, 3, 5), torch.zeros(1, 3, 5))))
show('hc2', lambda: l1(x2, (torch.ones(1, 3, 5), torch.zeros(1, 3, 4))))
show('hc3', lambda: l1(x2, (torch.ones(3, 5), torch.zeros(3, 5))))
show('hc4', lambda: l1(x2[0], (torch.ones(1, 5), torch.zeros(1, 5))))
show('hc5', lambda: l1(x2[0], (torch.ones(1, 1, 5), torch.zeros(1, 1, 5))))
show('hc6', lambda: l1(x2, torch.ones(1, 3, 5)))
show('w', lambda: lstm.all_weights)
show('sd', lambda: sorted(lstm.state_dict()))
show('exp', lambda: (lstm.get_expected_hidden_size(x2, None), lstm.get_expected_cell_size(x2, None)))
c = nn.LSTMCell(4, 5)
torch.manual_seed(1)
c.reset_parameters()
show('c1', lambda: c(x2[0], (torch.ones(3, 5), torch.ones(3, 5))))
show('c2', lambda: c(x2[0], (torch.ones(2, 5), torch.ones(3, 5))))
show('c3', lambda: c(x2[0], (torch.ones(3, 4), torch.ones(3, 5))))
show('c4', lambda: c(x2[0], (torch.ones(3, 4, 1), torch.ones(3, 5))))
g = nn.GRUCell(4, 5)
show('g2', lambda: g(x2[0], torch.ones(3, 4)))
show('g3', lambda: g(x2[0], torch.ones(3, 4, 1)))
ct = nn.ConvTranspose2d(2, 3, 3, stride=2, padding=1)
torch.manual_seed(1)
ct.reset_parameters()
show('os', lambda: ct(img, output_size=(16, 16)))
show('os2', lambda: ct(img, output_size=[1, 3, 16, 15]))
show('os3', lambda: ct(img, output_size=(20, 16)))
show('os4', lambda: ct(img, output_size=(20,)))
mp = nn.MaxPool2d(2, return_indices=True)
o, i = mp(img)
show('unpool', lambda: nn.MaxUnpool2d(2)(o, i))
show('unpool2', lambda: nn.MaxUnpool2d(2)(o, i, output_size=(1, 2, 9, 9)))
show('pre', lambda: nn.Embedding.from_pretrained(torch.arange(6.0).view(3, 2), padding_idx=1))
show('pre2', lambda: nn.Embedding.from_pretrained(torch.arange(6.0).view(3, 2))(t([2])).requires_grad)
show('pre3', lambda: nn.Embedding.from_pretrained(torch.arange(6.0)))
show('bagpre', lambda: nn.EmbeddingBag.from_pretrained(torch.arange(6.0).view(3, 2))(t([[0, 1]])))
show('sync', lambda: nn.SyncBatchNorm(2))
show('sync2', lambda: nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.BatchNorm2d(2), nn.ReLU())))
show(
    'oldbn',
    lambda: nn.BatchNorm1d(2).load_state_dict(
        {'weight': torch.ones(2), 'bias': torch.ones(2), 'running_mean': torch.ones(2), 'running_var': torch.ones(2)}
    ),
)
init = nn.init
torch.manual_seed(5)
for fn, args in (
    ('uniform_', (0.1, 0.2)),
    ('normal_', (1.0, 2.0)),
    ('trunc_normal_', ()),
    ('trunc_normal_', (0.0, 1.0, 1.5, 3.0)),
    ('trunc_normal_', (0.0, 1.0, 3.5, 4.0)),
    ('constant_', (2,)),
    ('ones_', ()),
    ('zeros_', ()),
    ('eye_', ()),
    ('xavier_uniform_', (2.0,)),
    ('xavier_normal_', ()),
    ('kaiming_uniform_', (0.1,)),
    ('kaiming_normal_', (0, 'fan_out', 'relu')),
    ('orthogonal_', ()),
    ('orthogonal_', (2.0,)),
    ('sparse_', (0.3,)),
    ('dirac_', ()),
):
    for shape in ((4, 3), (3, 4), (4, 3, 3), (0, 3), (3,)):
        show((fn, shape), lambda: getattr(init, fn)(torch.empty(shape), *args))
show('dirac', lambda: init.dirac_(torch.empty(4, 2, 3), 2))
show('dirac', lambda: init.dirac_(torch.empty(5, 2, 3), 2))
show('mode', lambda: init.kaiming_uniform_(torch.empty(2, 2), mode='fan'))
for n in ('linear', 'conv2d', 'sigmoid', 'tanh', 'relu', 'leaky_relu', 'selu', 'x'):
    show(n, lambda: init.calculate_gain(n))
show('g', lambda: init.calculate_gain('leaky_relu', 0.3))
show('g', lambda: init.calculate_gain('leaky_relu', True))
show('g', lambda: init.calculate_gain('leaky_relu', 'a'))
