"""Recurrent networks: layers of them over whole sequences, and cells that take one step.

A state is a tuple here, (hidden, cell) of an LSTM and (hidden,) of the others; scripts see the latter without its
tuple.
"""

import math
import numbers

import _torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.modules.utils import add_parameters, keep, unusual

__all__ = ["RNNBase", "RNN", "LSTM", "GRU", "RNNCellBase", "RNNCell", "LSTMCell", "GRUCell"]


# One step: from what the input adds to the gates, a state, and the hidden state's weight and bias to the next state.


def _lstm(gates, state, weight, bias):
    hidden, cell = state
    enter, stay, fresh, leave = (gates + F.linear(hidden, weight, bias)).chunk(4, -1)
    cell = stay.sigmoid() * cell + enter.sigmoid() * fresh.tanh()
    return leave.sigmoid() * cell.tanh(), cell


def _gru(gates, state, weight, bias):
    (hidden,) = state
    own_reset, own_stay, own_fresh = F.linear(hidden, weight, bias).chunk(3, -1)
    reset, stay, fresh = gates.chunk(3, -1)
    fresh = (fresh + (reset + own_reset).sigmoid() * own_fresh).tanh()
    return ((hidden - fresh) * (stay + own_stay).sigmoid() + fresh,)


def _tanh(gates, state, weight, bias):
    return ((gates + F.linear(state[0], weight, bias)).tanh(),)


def _relu(gates, state, weight, bias):
    return ((gates + F.linear(state[0], weight, bias)).relu(),)


# By mode: how many gates there are, the step.
_MODES = {"LSTM": (4, _lstm), "GRU": (3, _gru), "RNN_TANH": (1, _tanh), "RNN_RELU": (1, _relu)}
_PLAIN = {"tanh": "RNN_TANH", "relu": "RNN_RELU"}


def _draw(module):
    """Draw all parameters from [-r, r), r being 1 / sqrt(hidden size)."""
    reach = 1.0 / math.sqrt(module.hidden_size) if module.hidden_size > 0 else 0
    for parameter in module.parameters():
        init.uniform_(parameter, -reach, reach)


def _map(function, *states):
    """A state of function(part of each state)."""
    return tuple([function(*parts) for parts in zip(*states)])


class RNNBase(Module):
    """Layers of a recurrent network, each in one or both directions of time."""

    __constants__ = [
        "mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional",
        "proj_size",
    ]

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0,
                 bidirectional=False, proj_size=0, device=None, dtype=None):
        given = locals()
        super().__init__()
        self._check_options(dropout, num_layers, hidden_size, proj_size)
        if mode not in _MODES:
            raise ValueError("Unrecognized RNN mode: " + mode)
        keep(self, given)
        self.dropout = float(dropout)
        self._all_weights = []
        for layer in range(num_layers):
            for suffix in ("", "_reverse")[: self._directions]:
                shapes = self._shapes(layer)
                names = {f"{kind}_l{layer}{suffix}": shape for kind, shape in shapes.items()}
                add_parameters(self, device, dtype, **names)
                self._all_weights.append(list(names))
        self.reset_parameters()

    @staticmethod
    def _check_options(dropout, num_layers, hidden_size, proj_size):
        if isinstance(dropout, bool) or not isinstance(dropout, numbers.Number) or not 0 <= dropout <= 1:
            raise ValueError(
                "dropout should be a number in range [0, 1] representing the probability of an element being zeroed"
            )
        if dropout > 0 and num_layers == 1:
            import warnings

            warnings.warn(
                "dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects "
                f"num_layers greater than 1, but got dropout={dropout} and num_layers={num_layers}",
                stacklevel=3,
            )
        if not isinstance(hidden_size, int):
            raise TypeError(f"hidden_size should be of type int, got: {type(hidden_size).__name__}")
        for name, value in (("hidden_size", hidden_size), ("num_layers", num_layers)):
            if value <= 0:
                raise ValueError(f"{name} must be greater than zero")
        if proj_size < 0:
            raise ValueError("proj_size should be a positive integer or zero to disable projections")
        if proj_size >= hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")

    _directions = property(lambda m: 2 if m.bidirectional else 1)
    _width = property(lambda m: m.proj_size or m.hidden_size)  # of the hidden state that is passed on

    def _shapes(self, layer):
        """The shapes of the parameters of one direction of a layer, by kind, in the order in which they are drawn."""
        gates = _MODES[self.mode][0] * self.hidden_size
        inputs = self._width * self._directions if layer else self.input_size
        shapes = {"weight_ih": (gates, inputs), "weight_hh": (gates, self._width)}
        if self.bias:
            shapes |= {"bias_ih": (gates,), "bias_hh": (gates,)}
        if self.proj_size:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        return shapes

    def reset_parameters(self):
        """Draw the parameters anew."""
        _draw(self)

    def flatten_parameters(self):
        """Accepted: weights need no common buffer."""

    @property
    def all_weights(self):
        """The parameters of each direction of each layer."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    _flat_weights = property(lambda m: [parameter for group in m.all_weights for parameter in group])

    def extra_repr(self):
        """Sizes; the rest where it is unusual."""
        return f"{self.input_size}, {self.hidden_size}" + unusual(
            self, proj_size=0, num_layers=1, bias=True, batch_first=False, dropout=0, bidirectional=False
        )

    # Checks.

    def check_input(self, input, batch_sizes):
        """Raise for an input of the wrong dtype or shape."""
        own = self.weight_ih_l0.dtype
        if input.dtype != own and not _torch.is_autocast_enabled("cpu"):
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({own}). "
                f"Convert input: input.to({own}), or convert model: model.to({input.dtype})"
            )
        dims = 3 if batch_sizes is None else 2
        if input.dim() != dims:
            raise RuntimeError(f"input must have {dims} dimensions, got {input.dim()}")
        if input.size(-1) != self.input_size:
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}"
            )

    def _state_sizes(self, batch):
        """The shape of each part of a state."""
        layers = self.num_layers * self._directions
        hidden = (layers, batch, self._width)
        return (hidden, (layers, batch, self.hidden_size)) if self.mode == "LSTM" else (hidden,)

    def _batch(self, input, batch_sizes):
        if batch_sizes is not None:
            return int(batch_sizes[0])
        return input.size(0 if self.batch_first else 1)

    def get_expected_hidden_size(self, input, batch_sizes):
        """The shape of the hidden state."""
        return self._state_sizes(self._batch(input, batch_sizes))[0]

    def get_expected_cell_size(self, input, batch_sizes):
        """The shape of the cell state."""
        return (*self.get_expected_hidden_size(input, batch_sizes)[:2], self.hidden_size)

    def check_hidden_size(self, hx, expected_hidden_size, msg="Expected hidden size {}, got {}"):
        """Raise for a state of the wrong shape."""
        if hx.size() != expected_hidden_size:
            raise RuntimeError(msg.format(expected_hidden_size, list(hx.size())))

    def check_forward_args(self, input, hidden, batch_sizes):
        """Raise for arguments of the wrong shape."""
        self.check_input(input, batch_sizes)
        sizes = self._state_sizes(self._batch(input, batch_sizes))
        if len(sizes) == 1:
            return self.check_hidden_size(hidden, sizes[0])
        for part, size in enumerate(sizes):
            self.check_hidden_size(hidden[part], size, f"Expected hidden[{part}] size {{}}, got {{}}")

    # Running.

    def _sweep(self, blocks, sizes, first, names, backward):
        """Go through time, from a first state; gives the hidden states by time and the last state.

        blocks: what the input adds to the gates, one tensor a time
        sizes: how many sequences there are at each time, which never grows; None where it is the same throughout
        names: of the parameters
        """
        step = _MODES[self.mode][1]
        weight, bias = getattr(self, names[1]), getattr(self, names[3]) if self.bias else None
        narrow = getattr(self, names[-1]) if self.proj_size else None
        times = list(zip(blocks, [None] * len(blocks) if sizes is None else sizes))
        if backward:
            times.reverse()
        count = times[0][1]
        state = first if count is None else _map(lambda part: part[:count], first)
        hidden, ended = [], []
        for block, size in times:
            if size != count:
                if size < count:  # forward: the shortest end
                    ended.append(_map(lambda part: part[size:], state))
                    state = _map(lambda part: part[:size], state)
                else:  # backward: further ones begin
                    state = _map(lambda part, new: _torch.cat([part, new[count:size]], 0), state, first)
                count = size
            state = step(block, state, weight, bias)
            if narrow is not None:
                state = (F.linear(state[0], narrow), state[1])
            hidden.append(state[0])
        if ended:
            state = _map(lambda *parts: _torch.cat(parts, 0), state, *ended[::-1])
        return hidden[::-1] if backward else hidden, state

    def _run(self, x, state, sizes):
        """All layers; x is (time, batch, features), or packed: (sum of sizes, features). Gives output and last
        state."""
        if sizes is None and x.size(0) == 0:
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
        lasts = []
        for layer in range(self.num_layers):
            outputs = []
            for direction in range(self._directions):
                place = len(lasts)
                names = self._all_weights[place]
                gates = F.linear(x, getattr(self, names[0]), getattr(self, names[2]) if self.bias else None)
                blocks = gates.unbind(0) if sizes is None else gates.split(sizes, 0)
                first = _map(lambda part: part[place], state)
                hidden, last = self._sweep(blocks, sizes, first, names, direction == 1)
                outputs.append(_torch.stack(hidden, 0) if sizes is None else _torch.cat(hidden, 0))
                lasts.append(last)
            x = outputs[0] if len(outputs) == 1 else _torch.cat(outputs, -1)
            if self.training and self.dropout > 0 and layer < self.num_layers - 1:
                x = F.dropout(x, self.dropout, True)
        return x, _map(lambda *parts: _torch.stack(parts, 0), *lasts)

    def _zeros(self, like, batch):
        return tuple([_torch.zeros(size, dtype=like.dtype, device=like.device) for size in self._state_sizes(batch)])

    def _given(self, hx):
        return (hx[0], hx[1]) if self.mode == "LSTM" else (hx,)

    def _outward(self, state):
        return state if self.mode == "LSTM" else state[0]

    def permute_hidden(self, hx, permutation):
        """The state in another order of the batch."""
        if permutation is None:
            return hx
        return self._outward(_map(lambda part: part.index_select(1, permutation), self._given(hx)))

    def forward(self, input, hx=None):
        """The hidden states of the last layer at each time, and the last state of every layer.

        input: (time, batch, features), or batch first if so chosen; (time, features); a PackedSequence
        hx: the first state, zeros by default
        """
        from torch.nn.utils.rnn import PackedSequence

        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        if input.dim() not in (2, 3):
            kind = "RNN" if self.mode.startswith("RNN") else self.mode
            raise ValueError(f"{kind}: Expected input to be 2D or 3D, got {input.dim()}D instead")
        batched, batch_dim = input.dim() == 3, 0 if self.batch_first else 1
        if not batched:
            input = input.unsqueeze(batch_dim)
        if hx is None:
            state = self._zeros(input, input.size(batch_dim))
        else:
            state = self._given(hx)
            self._check_dims(state, batched)
            if not batched:
                state = _map(lambda part: part.unsqueeze(1), state)
        self.check_forward_args(input, self._outward(state), None)
        output, state = self._run(input.transpose(0, 1) if self.batch_first else input, state, None)
        if self.batch_first:
            output = output.transpose_(0, 1)
        if not batched:
            output, state = output.squeeze(batch_dim), _map(lambda part: part.squeeze(1), state)
        return output, self._outward(state)

    def _check_dims(self, state, batched):
        """A state has a batch if the input has one."""
        dims = 3 if batched else 2
        have = [part.dim() for part in state]
        if have == [dims] * len(have):
            return
        what, got = "hx", f"{have[0]}-D tensor"
        if len(have) == 2:
            what, got = "hx and cx", f"({have[0]}-D, {have[1]}-D) tensors"
        raise RuntimeError(
            f"For {'batched' if batched else 'unbatched'} {dims}-D input, {what} should also be {dims}-D but got {got}"
        )

    def _forward_packed(self, packed, hx):
        data, batch_sizes, order, order_back = packed
        if hx is None:
            hx = self._outward(self._zeros(data, int(batch_sizes[0])))
        else:
            hx = self.permute_hidden(hx, order)
        self.check_forward_args(data, hx, batch_sizes)
        output, state = self._run(data, self._given(hx), batch_sizes.tolist())
        state = self.permute_hidden(self._outward(state), order_back)
        return type(packed)(output, batch_sizes, order, order_back), state


def _refuse_projection(options):
    if "proj_size" in options:
        raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")


class RNN(RNNBase):
    """tanh or ReLU of input and hidden state."""

    def __init__(self, *args, **kwargs):
        _refuse_projection(kwargs)
        # The nonlinearity stands fourth among the arguments, which are otherwise those of RNNBase.
        self.nonlinearity = args[3] if len(args) > 3 else kwargs.pop("nonlinearity", "tanh")
        if self.nonlinearity not in _PLAIN:
            raise ValueError(f"Unknown nonlinearity '{self.nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(_PLAIN[self.nonlinearity], *args[:3], *args[4:], **kwargs)


class LSTM(RNNBase):
    """Long short-term memory."""

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)


class GRU(RNNBase):
    """Gated recurrent units."""

    def __init__(self, *args, **kwargs):
        _refuse_projection(kwargs)
        super().__init__("GRU", *args, **kwargs)


class RNNCellBase(Module):
    """One step of a recurrent network; a subclass names its mode."""

    __constants__ = ["input_size", "hidden_size", "bias"]

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        gates = num_chunks * hidden_size
        add_parameters(self, device, dtype, weight_ih=(gates, input_size), weight_hh=(gates, hidden_size),
                       bias_ih=gates if bias else None, bias_hh=gates if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """Draw the parameters anew."""
        _draw(self)

    def extra_repr(self):
        """Sizes; the rest where it is unusual."""
        usual = {"bias": True} | ({"nonlinearity": "tanh"} if "nonlinearity" in vars(self) else {})
        return f"{self.input_size}, {self.hidden_size}" + unusual(self, **usual)

    def _check_dims(self, input, state):
        kind = type(self).__name__
        named = {"input": input}
        for part, value in enumerate(state or ()):
            named[f"hx[{part}]" if kind == "LSTMCell" else "hidden"] = value
        for name, value in named.items():
            if value.dim() not in (1, 2):
                raise ValueError(f"{kind}: Expected {name} to be 1D or 2D, got {value.dim()}D instead")

    def _check_sizes(self, input, state):
        if input.size(1) != self.input_size:
            raise RuntimeError(f"input has inconsistent input_size: got {input.size(1)} expected {self.input_size}")
        for part, value in enumerate(state):
            if value.size(0) != input.size(0):
                raise RuntimeError(
                    f"Input batch size {input.size(0)} doesn't match hidden{part} batch size {value.size(0)}"
                )
            if value.size(1) != self.hidden_size:
                raise RuntimeError(
                    f"hidden{part} has inconsistent hidden_size: got {value.size(1)}, expected {self.hidden_size}"
                )

    def _run(self, mode, input, state):
        """The next state, from one or none, with a batch if the input has one."""
        self._check_dims(input, state)
        batched = input.dim() == 2
        if not batched:
            input = input.unsqueeze(0)
            state = state and _map(lambda part: part.unsqueeze(0), state)
        if state is None:
            zeros = _torch.zeros((input.size(0), self.hidden_size), dtype=input.dtype, device=input.device)
            state = (zeros, zeros) if mode == "LSTM" else (zeros,)
        self._check_sizes(input, state)
        gates = F.linear(input, self.weight_ih, self.bias_ih)
        state = _MODES[mode][1](gates, state, self.weight_hh, self.bias_hh)
        return state if batched else _map(lambda part: part.squeeze(0), state)


class RNNCell(RNNCellBase):
    """One step of RNN."""

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        """The next hidden state."""
        if self.nonlinearity not in _PLAIN:
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._run(_PLAIN[self.nonlinearity], input, hx if hx is None else (hx,))[0]


class LSTMCell(RNNCellBase):
    """One step of LSTM."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        """The next hidden and cell state."""
        return self._run("LSTM", input, hx if hx is None else tuple(hx))


class GRUCell(RNNCellBase):
    """One step of GRU."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        """The next hidden state."""
        return self._run("GRU", input, hx if hx is None else (hx,))[0]
