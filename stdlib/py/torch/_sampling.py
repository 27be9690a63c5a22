"""Sampling of images at any positions, and the loss of alignments, made of ops; gradients are those of the parts."""

import math

import _torch

# Grids.


def affine_grid_generator(theta, size, align_corners):
    """Positions of an output image in the input of an affine map."""
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    n, _, *space = size
    rank = len(space)
    if rank == 2:
        if theta.dim() != 3 or tuple(theta.shape[-2:]) != (2, 3):
            raise ValueError(f"Expected a batch of 2D affine matrices of shape Nx2x3 for size {tuple(size)}. Got {theta.shape}.")
    elif rank == 3:
        if theta.dim() != 3 or tuple(theta.shape[-2:]) != (3, 4):
            raise ValueError(f"Expected a batch of 3D affine matrices of shape Nx3x4 for size {tuple(size)}. Got {theta.shape}.")
    else:
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
            f"Got size {tuple(size)}."
        )
    base = theta.new_empty([n] + space + [rank + 1])
    for d, length in enumerate(space):  # the last coordinate of a point belongs to the first dim
        if length <= 1:
            line = theta.new_zeros(length)
        else:
            line = _torch.linspace(-1, 1, length, dtype=theta.dtype)
            if not align_corners:
                line = line * (length - 1) / length
        shape = [1] * (rank + 1)
        shape[d + 1] = length
        base[..., rank - 1 - d].copy_(line.view(shape))
    base[..., rank].fill_(1)
    return (base.view(n, -1, rank + 1) @ theta.mT).view([n] + space + [rank])


def _unnormalized(x, size, align_corners):
    if align_corners:
        return (x + 1) / 2 * (size - 1)
    return ((x + 1) * size - 1) / 2


def _reflected(x, low, high):
    """Mirrored between two borders, given as twice their positions."""
    if low == high:
        return _torch.zeros_like(x)
    start = low / 2
    span = (high - low) / 2
    x = (x - start).abs()
    extra = x.fmod(span)
    flips = (x.detach() / span).floor()
    return _torch.where(flips % 2 == 0, extra + start, span - extra + start)


def _source(x, size, padding, align_corners):
    x = _unnormalized(x, size, align_corners)
    if padding == 1:
        return x.clamp(0, size - 1)
    if padding == 2:
        x = _reflected(x, 0, 2 * (size - 1)) if align_corners else _reflected(x, -1, 2 * size - 1)
        return x.clamp(0, size - 1)
    return x


def _gathered(flat, index, inside):
    """Elements of each channel; zero where a position lies outside."""
    n, c, _ = flat.shape
    picked = flat.gather(2, index.reshape(n, 1, -1).expand(n, c, -1))
    return picked if inside is None else picked * inside.reshape(n, 1, -1).to(flat.dtype)


def _at(flat, positions, space):
    index = None
    inside = None
    for p, size in zip(positions, space):
        ok = (p >= 0) & (p < size)
        q = p.clamp(0, size - 1)
        index = q if index is None else index * size + q
        inside = ok if inside is None else inside & ok
    return _gathered(flat, index, inside)


def _cubic_weights(t):
    a = -0.75

    def near(x):
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x):
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    return far(t + 1), near(t), near(1 - t), far(2 - t)


def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    """Values of images at positions between -1 and 1."""
    rank = input.dim() - 2
    if rank not in (2, 3) or grid.dim() != input.dim():
        raise RuntimeError(
            "grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, but got input with sizes "
            f"{list(input.shape)} and grid with sizes {list(grid.shape)}"
        )
    if input.size(0) != grid.size(0):
        raise RuntimeError(
            f"grid_sampler(): expected grid and input to have same batch size, but got input with sizes {list(input.shape)} "
            f"and grid with sizes {list(grid.shape)}"
        )
    if grid.size(-1) != rank:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {rank} in last dimension, but got grid with sizes {list(grid.shape)}"
        )
    if input.dtype != grid.dtype:
        raise RuntimeError(
            f"grid_sampler(): expected input and grid to have same dtype, but input has {_name(input.dtype)} and grid has {_name(grid.dtype)}"
        )
    space = list(input.shape[2:])
    n, c = input.shape[:2]
    out_space = list(grid.shape[1:-1])
    flat = input.reshape(n, c, -1)
    coordinates = [grid[..., rank - 1 - d].reshape(n, -1) for d in range(rank)]
    if interpolation_mode == 2:
        if rank != 2:
            raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
        return _bicubic(flat, coordinates, space, padding_mode, align_corners).reshape([n, c] + out_space)
    points = [_source(x, s, padding_mode, align_corners) for x, s in zip(coordinates, space)]
    if interpolation_mode == 1:
        result = _at(flat, [p.detach().round().long() for p in points], space)
        return result.reshape([n, c] + out_space)
    lows = [p.detach().floor() for p in points]
    total = None
    for corner in range(2**rank):
        weight = None
        where = []
        for d in range(rank):
            up = corner >> (rank - 1 - d) & 1
            share = points[d] - lows[d] if up else lows[d] + 1 - points[d]
            weight = share if weight is None else weight * share
            where.append(lows[d].long() + up)
        part = _at(flat, where, space) * weight.unsqueeze(1)
        total = part if total is None else total + part
    return total.reshape([n, c] + out_space)


def _bicubic(flat, coordinates, space, padding, align_corners):
    ys, xs = (_unnormalized(x, s, align_corners) for x, s in zip(coordinates, space))
    y0, x0 = ys.detach().floor(), xs.detach().floor()
    wy, wx = _cubic_weights(ys - y0), _cubic_weights(xs - x0)

    def bounded(p, size):
        if padding == 1:
            return p.clamp(0, size - 1)
        if padding == 2:
            p = _reflected(p, 0, 2 * (size - 1)) if align_corners else _reflected(p, -1, 2 * size - 1)
            return p.clamp(0, size - 1)
        return p

    total = None
    for i in range(4):
        row = None
        for j in range(4):
            where = [bounded(y0 + (i - 1), space[0]).long(), bounded(x0 + (j - 1), space[1]).long()]
            part = _at(flat, where, space) * wx[j].unsqueeze(1)
            row = part if row is None else row + part
        row = row * wy[i].unsqueeze(1)
        total = row if total is None else total + row
    return total


def _name(dtype):
    from torch._composites import _scalar_name

    return _scalar_name(dtype)


# Alignments.


def _lengths(value):
    return value.tolist() if isinstance(value, _torch.Tensor) else list(value)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=1, zero_infinity=False):
    """The negative log likelihood of label sequences over all alignments: the forward recursion over time."""
    single = log_probs.dim() == 2
    if single:
        log_probs = log_probs.unsqueeze(1)
    input_lengths, target_lengths = _lengths(input_lengths), _lengths(target_lengths)
    if isinstance(input_lengths, int):
        input_lengths = [input_lengths]
    if isinstance(target_lengths, int):
        target_lengths = [target_lengths]
    steps, batch, labels = log_probs.shape
    if not 0 <= blank < labels:
        raise RuntimeError("blank must be in label range")
    if len(input_lengths) != batch:
        raise RuntimeError("input_lengths must be of size batch_size")
    if len(target_lengths) != batch:
        raise RuntimeError("target_lengths must be of size batch_size")
    if any(n > steps for n in input_lengths):
        raise RuntimeError(f"Expected input_lengths to have value at most {steps}, but got value {max(input_lengths)} (while checking arguments for ctc_loss_cpu)")
    rows = []
    at = 0
    for b in range(batch):
        n = target_lengths[b]
        if targets.dim() == 1:
            rows.append(targets[at : at + n].tolist())
            at += n
        else:
            rows.append(targets[b, :n].tolist())
    longest = max([len(r) for r in rows], default=0)
    width = 2 * longest + 1
    # Labels with blanks around them; a label may be reached from two places back when it differs from the one before.
    extended = []
    skips = []
    for r in rows:
        line = [blank] * width
        line[1 : 2 * len(r) : 2] = r
        extended.append(line)
        skips.append([i >= 2 and line[i] != blank and line[i] != line[i - 2] for i in range(width)])
    extended = _torch.tensor(extended)
    skip = _torch.tensor(skips)
    low = -math.inf
    picked = log_probs.gather(2, extended.unsqueeze(0).expand(steps, batch, width))
    first = _torch.arange(width) < 2
    alpha = _torch.where(first, picked[0], low)
    history = [alpha]
    for t in range(1, steps):
        back1 = _torch.cat([alpha.new_full((batch, 1), low), alpha[:, :-1]], 1)
        back2 = _torch.cat([alpha.new_full((batch, 2), low), alpha[:, :-2]], 1)[:, :width]
        back2 = _torch.where(skip, back2, low)
        alpha = _log_sum(alpha, back1, back2) + picked[t]
        history.append(alpha)
    losses = []
    for b in range(batch):
        n = len(rows[b])
        if input_lengths[b] == 0:
            losses.append(log_probs.new_full((), 0.0 if n == 0 else math.inf))
            continue
        final = history[input_lengths[b] - 1][b]
        end = final[2 * n]
        losses.append(-_log_sum(end, final[2 * n - 1]) if n else -end)
    loss = _torch.stack(losses)
    if zero_infinity:
        loss = _torch.where(loss == math.inf, 0.0, loss)
    if reduction == 1:
        sizes = _torch.tensor(target_lengths, dtype=loss.dtype).clamp(min=1)
        return (loss / sizes).mean()
    if reduction == 2:
        return loss.sum()
    return loss[0] if single else loss


def _log_sum(*terms):
    """log of a sum of exponentials, with gradient 0 where all terms are -inf."""
    top = terms[0].detach()
    for t in terms[1:]:
        top = _torch.maximum(top, t.detach())
    dead = top == -math.inf
    base = top.masked_fill(dead, 0.0)
    total = None
    for t in terms:
        part = (t - base).masked_fill(t.detach() == -math.inf, -math.inf).exp()
        total = part if total is None else total + part
    total = total.masked_fill(dead, 1.0)
    return (total.log() + base).masked_fill(dead, -math.inf)
