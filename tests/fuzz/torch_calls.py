# args: 1 20
# Functions and methods of torch, called with tensors of every kind of shape, stride and dtype and with arguments that nobody
# should give them, with gradients and in the place of others. Whatever is raised is fine; a crash, a hang or a report of a
# sanitizer is a find.
#   torch_calls.py [FIRST_SEED [SEEDS [trace]]]    `trace` tells each call on standard error before it is made
import random
import sys
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter('ignore')
first = int(sys.argv[1]) if len(sys.argv) > 1 else 1
seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
trace = len(sys.argv) > 3

# They read or write files, change what all later calls do, give memory as it is, or make as many results as they are told.
NOT = set('''save load compile export manual_seed seed set_num_threads set_num_interop_threads set_default_dtype set_printoptions
set_default_device set_default_tensor_type set_grad_enabled set_flush_denormal set_warn_always set_rng_state set_deterministic_debug_mode
use_deterministic_algorithms empty empty_like empty_strided empty_permuted new_empty new_empty_strided set_ resize_ resize_as_
data_ptr tensor_split chunk unsafe_chunk split unsafe_split split_copy from_file share_memory_ register_hook retain_grad
register_post_accumulate_grad_hook set_float32_matmul_precision set_autocast_enabled set_autocast_dtype
set_autocast_cache_enabled set_anomaly_enabled init_num_threads'''.split())
PLACES = (torch, F, torch.Tensor, torch.linalg, torch.fft, torch.special)


def names_of(place):
    return sorted(n for n in dir(place) if n[0].islower() and n not in NOT and callable(getattr(place, n)))


NAMES = [(place, name) for place in PLACES for name in names_of(place)]
DTYPES = (torch.float32, torch.float32, torch.float32, torch.float64, torch.int64, torch.int64, torch.bool, torch.int32, torch.uint8,
          torch.bfloat16, torch.float16, torch.complex64)
SIZES = (0, 1, 1, 2, 2, 3, 4, 5)
INTEGERS = (0, 1, 2, 3, 5, -1, -2, -7, 2 ** 31, -2 ** 63, 2 ** 63 - 1, 10 ** 20)
NUMBERS = (0.5, -1.0, 2.0, float('nan'), float('inf'), 1e300)
TEXTS = ('mean', 'sum', 'none', 'ij,jk->ik', 'i,i', '', 'constant', 'bilinear', 'trunc', 'zz')
KEYWORDS = ('dim', 'keepdim', 'dtype', 'out', 'reduction', 'weight', 'size', 'n', 'bias', 'p', 'descending', 'rounding_mode', 'mode')


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def tensor(self):
        pick = self.random
        shape = [pick.choice(SIZES) for _ in range(pick.choice((0, 1, 1, 2, 2, 2, 3, 3, 4, 5)))]
        dtype = pick.choice(DTYPES)
        x = torch.randint(-3, 5, shape).to(dtype) if pick.random() < 0.5 else torch.randn(shape).to(dtype)
        if x.dim() > 1 and pick.random() < 0.3:
            x = x.transpose(pick.randrange(x.dim()), -1)
        if x.dim() and pick.random() < 0.1:
            x = x[..., ::2]
        if pick.random() < 0.1:
            x = x.expand(2, *x.shape)
        if (x.is_floating_point() or x.is_complex()) and pick.random() < 0.3:
            x = x.detach().requires_grad_()
            if pick.random() < 0.5:
                x = x * 1
        return x

    def argument(self, depth=0):
        pick = self.random
        kind = pick.randrange(20)
        if kind < 9:
            return self.tensor()
        if kind < 12:
            return pick.choice(INTEGERS)
        if kind == 12:
            return pick.choice(NUMBERS)
        if kind == 13:
            return pick.choice((None, True, False))
        if kind == 14 and depth < 2:
            return [self.argument(depth + 1) for _ in range(pick.randrange(4))]
        if kind == 15:
            return pick.choice(TEXTS)
        if kind < 18:
            return tuple(pick.randrange(-2, 5) for _ in range(pick.randrange(4)))
        return pick.choice((torch.float16, torch.int8, torch.float64, slice(0, 2), 1j, {}))


def use(result):
    for r in result if isinstance(result, (tuple, list)) else (result,):
        if isinstance(r, torch.Tensor) and r.numel() < 10 ** 5:
            repr(r)
            if r.requires_grad and r.is_floating_point():
                r.sum().backward()


def run(seed):
    maker = Maker(seed)
    pick = maker.random
    torch.manual_seed(seed)
    for number in range(60):
        place, name = pick.choice(NAMES)
        args = [maker.tensor()] if place is torch.Tensor or pick.random() < 0.6 else []
        args += [maker.argument() for _ in range(pick.choice((0, 1, 1, 2, 2, 3)))]
        options = {pick.choice(KEYWORDS): maker.argument()} if pick.random() < 0.15 else {}
        if trace:
            shown = [(tuple(a.shape), a.stride(), a.dtype) if isinstance(a, torch.Tensor) else a for a in args]
            print(seed, number, place.__name__ + '.' + name, shown, options, file=sys.stderr)
        try:
            use(getattr(place, name)(*args, **options))
        except Exception:
            pass
    torch.set_grad_enabled(True)


for seed in range(first, first + seeds):
    run(seed)
print('done')
