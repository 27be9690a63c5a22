"""Recurrent networks."""

import math
import numbers

import _torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

__all__ = ["RNNBase", "RNN", "LSTM", "GRU", "RNNCellBase", "RNNCell", "LSTMCell", "GRUCell"]

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


def _cell_step(mode, x_gates, hidden, w_hh, b_hh):
    """One step; x_gates is the input's part of the gates. Returns the new hidden state (and cell for LSTM)."""
    if mode == "LSTM":
        h, c = hidden
        gates = x_gates + F.linear(h, w_hh, b_hh)
        i, f, g, o = gates.chunk(4, -1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        return o.sigmoid() * c.tanh(), c
    if mode == "GRU":
        h = hidden
        h_gates = F.linear(h, w_hh, b_hh)
        x_r, x_z, x_n = x_gates.chunk(3, -1)
        h_r, h_z, h_n = h_gates.chunk(3, -1)
        r = (x_r + h_r).sigmoid()
        z = (x_z + h_z).sigmoid()
        n = (x_n + r * h_n).tanh()
        return (h - n) * z + n
    total = x_gates + F.linear(hidden, w_hh, b_hh)
    return total.tanh() if mode == "RNN_TANH" else total.relu()


def _hidden_of(mode, state):
    return state[0] if mode == "LSTM" else state


class RNNBase(Module):
    """Layers and directions of one kind of recurrent network."""

    __constants__ = [
        "mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional",
        "proj_size",
    ]

    def __init__(
        self,
        mode,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        num_directions = 2 if bidirectional else 1
        if not isinstance(dropout, numbers.Number) or not 0 <= dropout <= 1 or isinstance(dropout, bool):
            raise ValueError(
                "dropout should be a number in range [0, 1] "
                "representing the probability of an element being "
                "zeroed"
            )
        if dropout > 0 and num_layers == 1:
            import warnings

            warnings.warn(
                "dropout option adds dropout after all but last "
                "recurrent layer, so non-zero dropout expects "
                f"num_layers greater than 1, but got dropout={dropout} and "
                f"num_layers={num_layers}",
                stacklevel=2,
            )
        if not isinstance(hidden_size, int):
            raise TypeError(f"hidden_size should be of type int, got: {type(hidden_size).__name__}")
        if hidden_size <= 0:
            raise ValueError("hidden_size must be greater than zero")
        if num_layers <= 0:
            raise ValueError("num_layers must be greater than zero")
        if proj_size < 0:
            raise ValueError("proj_size should be a positive integer or zero to disable projections")
        if proj_size >= hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")
        if mode not in _GATES:
            raise ValueError("Unrecognized RNN mode: " + mode)
        gate_size = _GATES[mode] * hidden_size
        kw = {"device": device, "dtype": dtype}
        self._all_weights = []
        for layer in range(num_layers):
            for direction in range(num_directions):
                real_hidden = proj_size if proj_size > 0 else hidden_size
                layer_input = input_size if layer == 0 else real_hidden * num_directions
                suffix = "_reverse" if direction == 1 else ""
                names = [f"weight_ih_l{layer}{suffix}", f"weight_hh_l{layer}{suffix}"]
                values = [
                    Parameter(_torch.empty((gate_size, layer_input), **kw)),
                    Parameter(_torch.empty((gate_size, real_hidden), **kw)),
                ]
                if bias:
                    names += [f"bias_ih_l{layer}{suffix}", f"bias_hh_l{layer}{suffix}"]
                    values += [Parameter(_torch.empty(gate_size, **kw)), Parameter(_torch.empty(gate_size, **kw))]
                if proj_size > 0:
                    names.append(f"weight_hr_l{layer}{suffix}")
                    values.append(Parameter(_torch.empty((proj_size, hidden_size), **kw)))
                for name, value in zip(names, values):
                    setattr(self, name, value)
                self._all_weights.append(names)
        self.reset_parameters()

    def reset_parameters(self):
        stdv = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -stdv, stdv)

    def flatten_parameters(self):
        """Accepted: weights need no common buffer."""

    @property
    def all_weights(self):
        """The weights of each layer and direction."""
        return [[getattr(self, weight) for weight in weights] for weights in self._all_weights]

    @property
    def _flat_weights(self):
        return [getattr(self, weight) for weights in self._all_weights for weight in weights]

    def extra_repr(self):
        s = f"{self.input_size}, {self.hidden_size}"
        if self.proj_size != 0:
            s += f", proj_size={self.proj_size}"
        if self.num_layers != 1:
            s += f", num_layers={self.num_layers}"
        if self.bias is not True:
            s += f", bias={self.bias}"
        if self.batch_first is not False:
            s += f", batch_first={self.batch_first}"
        if self.dropout != 0:
            s += f", dropout={self.dropout}"
        if self.bidirectional is not False:
            s += f", bidirectional={self.bidirectional}"
        return s

    # Checks.

    def check_input(self, input, batch_sizes):
        """Raise for an input of the wrong shape."""
        if input.dtype != self.weight_ih_l0.dtype and not _torch.is_autocast_enabled("cpu"):
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({self.weight_ih_l0.dtype}). "
                f"Convert input: input.to({self.weight_ih_l0.dtype}), or convert model: model.to({input.dtype})"
            )
        expected = 2 if batch_sizes is not None else 3
        if input.dim() != expected:
            raise RuntimeError(f"input must have {expected} dimensions, got {input.dim()}")
        if self.input_size != input.size(-1):
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}"
            )

    def get_expected_hidden_size(self, input, batch_sizes):
        """The shape of the hidden state."""
        if batch_sizes is not None:
            mini_batch = int(batch_sizes[0])
        else:
            mini_batch = input.size(0) if self.batch_first else input.size(1)
        num_directions = 2 if self.bidirectional else 1
        size = self.proj_size if self.proj_size > 0 else self.hidden_size
        return (self.num_layers * num_directions, mini_batch, size)

    def get_expected_cell_size(self, input, batch_sizes):
        """The shape of the cell state."""
        layers, batch, _ = self.get_expected_hidden_size(input, batch_sizes)
        return (layers, batch, self.hidden_size)

    def check_hidden_size(self, hx, expected_hidden_size, msg="Expected hidden size {}, got {}"):
        """Raise for a state of the wrong shape."""
        if hx.size() != expected_hidden_size:
            raise RuntimeError(msg.format(expected_hidden_size, list(hx.size())))

    def check_forward_args(self, input, hidden, batch_sizes):
        """Raise for arguments of the wrong shape."""
        self.check_input(input, batch_sizes)
        if self.mode == "LSTM":
            self.check_hidden_size(
                hidden[0], self.get_expected_hidden_size(input, batch_sizes), "Expected hidden[0] size {}, got {}"
            )
            self.check_hidden_size(
                hidden[1], self.get_expected_cell_size(input, batch_sizes), "Expected hidden[1] size {}, got {}"
            )
        else:
            self.check_hidden_size(hidden, self.get_expected_hidden_size(input, batch_sizes))

    # Running.

    def _weights(self, index):
        names = self._all_weights[index]
        w_ih, w_hh = getattr(self, names[0]), getattr(self, names[1])
        b_ih = b_hh = w_hr = None
        if self.bias:
            b_ih, b_hh = getattr(self, names[2]), getattr(self, names[3])
        if self.proj_size > 0:
            w_hr = getattr(self, names[-1])
        return w_ih, w_hh, b_ih, b_hh, w_hr

    def _step(self, x_gates, state, w_hh, b_hh, w_hr):
        state = _cell_step(self.mode, x_gates, state, w_hh, b_hh)
        if w_hr is not None:
            state = (F.linear(state[0], w_hr), state[1])
        return state

    def _run_direction(self, x, state, index, reverse):
        """x is (time, batch, features); returns (outputs, state)."""
        w_ih, w_hh, b_ih, b_hh, w_hr = self._weights(index)
        gates = F.linear(x, w_ih, b_ih).unbind(0)
        outputs = []
        for x_gates in reversed(gates) if reverse else gates:
            state = self._step(x_gates, state, w_hh, b_hh, w_hr)
            outputs.append(_hidden_of(self.mode, state))
        if reverse:
            outputs.reverse()
        return _torch.stack(outputs, 0), state

    def _run_direction_packed(self, data, batch_sizes, state, index, reverse):
        """data is (sum of lengths, features); sequences are sorted by length."""
        w_ih, w_hh, b_ih, b_hh, w_hr = self._weights(index)
        blocks = F.linear(data, w_ih, b_ih).split(batch_sizes, 0)
        lstm = self.mode == "LSTM"
        full = state if lstm else (state,)
        outputs = []
        if reverse:
            active = batch_sizes[-1]
            current = tuple(s[:active] for s in full)
            for x_gates, n in zip(reversed(blocks), reversed(batch_sizes)):
                if n > active:
                    current = tuple(_torch.cat([c, s[active:n]], 0) for c, s in zip(current, full))
                    active = n
                stepped = self._step(x_gates, current if lstm else current[0], w_hh, b_hh, w_hr)
                current = stepped if lstm else (stepped,)
                outputs.append(current[0])
            outputs.reverse()
            last = current
        else:
            finished = []
            active = batch_sizes[0]
            current = full
            for x_gates, n in zip(blocks, batch_sizes):
                if n < active:
                    finished.append(tuple(c[n:active] for c in current))
                    current = tuple(c[:n] for c in current)
                    active = n
                stepped = self._step(x_gates, current if lstm else current[0], w_hh, b_hh, w_hr)
                current = stepped if lstm else (stepped,)
                outputs.append(current[0])
            finished.append(current)
            finished.reverse()
            last = tuple(_torch.cat(parts, 0) for parts in zip(*finished))
        return _torch.cat(outputs, 0), (last if lstm else last[0])

    def _run(self, x, state, batch_sizes):
        """All layers; x is time first (or packed). Returns (output, final state)."""
        lstm = self.mode == "LSTM"
        directions = 2 if self.bidirectional else 1
        finals = []
        for layer in range(self.num_layers):
            outs = []
            for d in range(directions):
                index = layer * directions + d
                own = (state[0][index], state[1][index]) if lstm else state[index]
                if batch_sizes is None:
                    out, last = self._run_direction(x, own, index, d == 1)
                else:
                    out, last = self._run_direction_packed(x, batch_sizes, own, index, d == 1)
                outs.append(out)
                finals.append(last)
            x = outs[0] if directions == 1 else _torch.cat(outs, -1)
            if self.dropout > 0 and self.training and layer + 1 < self.num_layers:
                x = F.dropout(x, self.dropout, True)
        if lstm:
            return x, (_torch.stack([f[0] for f in finals], 0), _torch.stack([f[1] for f in finals], 0))
        return x, _torch.stack(finals, 0)

    def _zero_state(self, input, batch):
        directions = 2 if self.bidirectional else 1
        size = self.proj_size if self.proj_size > 0 else self.hidden_size
        kw = {"dtype": input.dtype, "device": input.device}
        h = _torch.zeros((self.num_layers * directions, batch, size), **kw)
        if self.mode == "LSTM":
            return h, _torch.zeros((self.num_layers * directions, batch, self.hidden_size), **kw)
        return h

    def permute_hidden(self, hx, permutation):
        """The state in another order of the batch."""
        if permutation is None:
            return hx
        if self.mode == "LSTM":
            return hx[0].index_select(1, permutation), hx[1].index_select(1, permutation)
        return hx.index_select(1, permutation)

    def forward(self, input, hx=None):
        from torch.nn.utils.rnn import PackedSequence

        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        kind = self.mode if not self.mode.startswith("RNN") else "RNN"
        if input.dim() not in (2, 3):
            raise ValueError(f"{kind}: Expected input to be 2D or 3D, got {input.dim()}D instead")
        is_batched = input.dim() == 3
        batch_dim = 0 if self.batch_first else 1
        if not is_batched:
            input = input.unsqueeze(batch_dim)
        if hx is None:
            hx = self._zero_state(input, input.size(batch_dim))
        else:
            hx = self._check_state(hx, is_batched, kind)
        self.check_forward_args(input, hx, None)
        x = input.transpose(0, 1) if self.batch_first else input
        output, state = self._run(x, hx, None)
        if self.batch_first:
            output = output.transpose_(0, 1)
        if not is_batched:
            output = output.squeeze(batch_dim)
            if self.mode == "LSTM":
                state = (state[0].squeeze(1), state[1].squeeze(1))
            else:
                state = state.squeeze(1)
        return output, state

    def _check_state(self, hx, is_batched, kind):
        if self.mode == "LSTM":
            if is_batched:
                if hx[0].dim() != 3 or hx[1].dim() != 3:
                    raise RuntimeError(
                        "For batched 3-D input, hx and cx should "
                        f"also be 3-D but got ({hx[0].dim()}-D, {hx[1].dim()}-D) tensors"
                    )
                return hx
            if hx[0].dim() != 2 or hx[1].dim() != 2:
                raise RuntimeError(
                    "For unbatched 2-D input, hx and cx should "
                    f"also be 2-D but got ({hx[0].dim()}-D, {hx[1].dim()}-D) tensors"
                )
            return hx[0].unsqueeze(1), hx[1].unsqueeze(1)
        if is_batched:
            if hx.dim() != 3:
                raise RuntimeError(f"For batched 3-D input, hx should also be 3-D but got {hx.dim()}-D tensor")
            return hx
        if hx.dim() != 2:
            raise RuntimeError(f"For unbatched 2-D input, hx should also be 2-D but got {hx.dim()}-D tensor")
        return hx.unsqueeze(1)

    def _forward_packed(self, packed, hx):
        from torch.nn.utils.rnn import PackedSequence

        data, batch_sizes, sorted_indices, unsorted_indices = packed
        if hx is None:
            hx = self._zero_state(data, int(batch_sizes[0]))
        else:
            hx = self.permute_hidden(hx, sorted_indices)
        self.check_forward_args(data, hx, batch_sizes)
        output, state = self._run(data, hx, batch_sizes.tolist())
        return (
            PackedSequence(output, batch_sizes, sorted_indices, unsorted_indices),
            self.permute_hidden(state, unsorted_indices),
        )


class RNN(RNNBase):
    """tanh or ReLU of input and hidden state."""

    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        if len(args) > 3:
            nonlinearity = args[3]
            args = args[:3] + args[4:]
        else:
            nonlinearity = kwargs.pop("nonlinearity", "tanh")
        self.nonlinearity = nonlinearity
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__("RNN_TANH" if nonlinearity == "tanh" else "RNN_RELU", *args, **kwargs)


class LSTM(RNNBase):
    """Long short-term memory."""

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)


class GRU(RNNBase):
    """Gated recurrent units."""

    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("GRU", *args, **kwargs)


class RNNCellBase(Module):
    """One step of a recurrent network."""

    __constants__ = ["input_size", "hidden_size", "bias"]

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        kw = {"device": device, "dtype": dtype}
        self.weight_ih = Parameter(_torch.empty((num_chunks * hidden_size, input_size), **kw))
        self.weight_hh = Parameter(_torch.empty((num_chunks * hidden_size, hidden_size), **kw))
        if bias:
            self.bias_ih = Parameter(_torch.empty(num_chunks * hidden_size, **kw))
            self.bias_hh = Parameter(_torch.empty(num_chunks * hidden_size, **kw))
        else:
            self.register_parameter("bias_ih", None)
            self.register_parameter("bias_hh", None)
        self.reset_parameters()

    def extra_repr(self):
        s = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            s += f", bias={self.bias}"
        if "nonlinearity" in self.__dict__ and self.nonlinearity != "tanh":
            s += f", nonlinearity={self.nonlinearity}"
        return s

    def reset_parameters(self):
        stdv = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -stdv, stdv)

    def _check(self, name, input, states):
        if input.dim() not in (1, 2):
            raise ValueError(f"{name}: Expected input to be 1D or 2D, got {input.dim()}D instead")
        for idx, value in enumerate(states):
            if value.dim() not in (1, 2):
                which = f"hx[{idx}]" if name == "LSTMCell" else "hidden"
                raise ValueError(f"{name}: Expected {which} to be 1D or 2D, got {value.dim()}D instead")

    def _run(self, name, mode, input, states):
        self._check(name, input, states)
        is_batched = input.dim() == 2
        if not is_batched:
            input = input.unsqueeze(0)
            states = tuple(s.unsqueeze(0) for s in states)
        if not states:
            zeros = _torch.zeros((input.size(0), self.hidden_size), dtype=input.dtype, device=input.device)
            states = (zeros, zeros) if mode == "LSTM" else (zeros,)
        if input.size(1) != self.input_size:
            raise RuntimeError(f"input has inconsistent input_size: got {input.size(1)} expected {self.input_size}")
        for idx, state in enumerate(states):
            if state.size(0) != input.size(0):
                raise RuntimeError(f"Input batch size {input.size(0)} doesn't match hidden{idx} batch size {state.size(0)}")
            if state.size(1) != self.hidden_size:
                raise RuntimeError(
                    f"hidden{idx} has inconsistent hidden_size: got {state.size(1)}, expected {self.hidden_size}"
                )
        gates = F.linear(input, self.weight_ih, self.bias_ih)
        out = _cell_step(mode, gates, states if mode == "LSTM" else states[0], self.weight_hh, self.bias_hh)
        if not is_batched:
            return tuple(s.squeeze(0) for s in out) if mode == "LSTM" else out.squeeze(0)
        return out


class RNNCell(RNNCellBase):
    """One step of RNN."""

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        mode = "RNN_TANH" if self.nonlinearity == "tanh" else "RNN_RELU"
        return self._run("RNNCell", mode, input, () if hx is None else (hx,))


class LSTMCell(RNNCellBase):
    """One step of LSTM."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        return self._run("LSTMCell", "LSTM", input, () if hx is None else tuple(hx))


class GRUCell(RNNCellBase):
    """One step of GRU."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        return self._run("GRUCell", "GRU", input, () if hx is None else (hx,))
