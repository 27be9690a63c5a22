"""Sequences of different lengths."""

import operator
from collections.abc import Iterable

import _torch

__all__ = [
    "PackedSequence", "invert_permutation", "pack_padded_sequence", "pad_packed_sequence", "pad_sequence",
    "unpad_sequence", "pack_sequence", "unpack_sequence",
]


def invert_permutation(permutation):
    """The inverse of a permutation."""
    if permutation is None:
        return None
    places = _torch.arange(permutation.numel(), device=permutation.device)
    return _torch.empty_like(permutation).scatter_(0, permutation, places)


class PackedSequence(tuple):
    """The steps of sequences, longest sequence first."""

    _fields = ("data", "batch_sizes", "sorted_indices", "unsorted_indices")

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is not None:
            if batch_sizes.device.type != "cpu":
                raise ValueError(
                    "batch_sizes should always be on CPU. Instances of PackedSequence should never be created "
                    "manually. They should be instantiated by functions like pack_sequence and pack_padded_sequences "
                    "in nn.utils.rnn. https://pytorch.org/docs/stable/nn.html#torch.nn.utils.rnn.pack_sequence"
                )
        else:
            data, batch_sizes = data
        return tuple.__new__(cls, (data, batch_sizes, sorted_indices, unsorted_indices))

    data, batch_sizes, sorted_indices, unsorted_indices = [
        property(operator.itemgetter(place), doc=f"The {name.replace('_', ' ')}.") for place, name in enumerate(_fields)
    ]

    def __repr__(self):
        parts = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self))
        return f"PackedSequence({parts})"

    def to(self, *args, **kwargs):
        """Move or cast."""
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        kwargs = {k: v for k, v in kwargs.items() if k not in ("device", "dtype")}
        return type(self)(data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)

    is_cuda = property(lambda p: p.data.is_cuda)

    def cpu(self):
        """The sequences on the CPU."""
        return self.to("cpu")

    def is_pinned(self):
        """Whether the steps are in pinned memory."""
        return self.data.is_pinned()


def _cast(name, dtype):
    def cast(self):
        return self.to(dtype=dtype)

    cast.__name__ = name
    cast.__doc__ = f"The sequences as {dtype}."
    return cast


for _name, _dtype in {"double": _torch.float64, "float": _torch.float32, "half": _torch.float16, "long": _torch.int64,
                      "int": _torch.int32}.items():
    setattr(PackedSequence, _name, _cast(_name, _dtype))


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Pack padded sequences."""
    lengths = _torch.as_tensor(lengths, dtype=None if isinstance(lengths, _torch.Tensor) else _torch.int64)
    if batch_first:
        input = input.transpose(0, 1)
    order = None
    if not enforce_sorted:
        lengths, order = lengths.sort(descending=True)
        input = input.index_select(1, order)
    sizes = lengths.tolist()
    if input.numel() == 0:
        raise RuntimeError("Cannot pack empty tensors.")
    if sizes and input.size(1) != len(sizes):
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(sizes)} (batch_size={input.size(1)})"
        )
    if not sizes or min(sizes) <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0"
        )
    if any(a < b for a, b in zip(sizes, sizes[1:])):
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
            "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if "
            "you do not need ONNX exportability."
        )
    batch_sizes = [sum(1 for n in sizes if n > t) for t in range(sizes[0])]
    if input.size(0) < sizes[0]:
        raise RuntimeError(f"Expected sequence length to be larger than or equal to {sizes[0]}, got {input.size(0)}")
    data = _torch.cat([input[t, :n] for t, n in enumerate(batch_sizes)], 0)
    return PackedSequence(data, _torch.tensor(batch_sizes, dtype=_torch.int64), order, None)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """Pad packed sequences again."""
    sizes = sequence.batch_sizes.tolist()
    max_len = len(sizes)
    if total_length is not None:
        if total_length < max_len:
            raise ValueError(
                "Expected total_length to be at least the length of the longest "
                f"sequence in input, but got total_length={total_length} and max sequence length being {max_len}"
            )
        max_len = total_length
    batch = sizes[0]
    rest = tuple(sequence.data.shape[1:])
    steps = []
    for block in sequence.data.split(sizes, 0):
        missing = batch - block.size(0)
        if missing:
            block = _torch.cat([block, block.new_full((missing, *rest), padding_value)], 0)
        steps.append(block)
    padded = _torch.stack(steps, 0)
    if max_len > len(sizes):
        fill = padded.new_full((max_len - len(sizes), batch, *rest), padding_value)
        padded = _torch.cat([padded, fill], 0)
    lengths = _torch.tensor([sum(1 for n in sizes if n > i) for i in range(batch)], dtype=_torch.int64)
    if batch_first:
        padded = padded.transpose(0, 1)
    order = sequence.unsorted_indices
    if order is None:
        return padded, lengths
    return padded.index_select(0 if batch_first else 1, order), lengths[order]


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """Pad a list of sequences to one tensor."""
    if not isinstance(sequences, Iterable):
        raise RuntimeError(
            "pad_sequence: Expected iterable for input sequences, but got arg of type: " + str(type(sequences))
        )
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    if isinstance(sequences, _torch.Tensor):
        sequences = sequences.unbind(0)
    sequences = tuple(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    longest = max(s.size(0) for s in sequences)
    padded = []
    for s in sequences:
        missing = longest - s.size(0)
        if missing:
            fill = s.new_full((missing, *s.shape[1:]), padding_value)
            s = _torch.cat([s, fill] if padding_side == "right" else [fill, s], 0)
        padded.append(s)
    return _torch.stack(padded, 0 if batch_first else 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """The sequences of a padded tensor."""
    if not batch_first:
        padded_sequences.transpose_(0, 1)
    return [seq[:length] for seq, length in zip(padded_sequences, lengths.tolist())]


def pack_sequence(sequences, enforce_sorted=True):
    """Pack a list of sequences."""
    lengths = _torch.as_tensor([v.size(0) for v in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    """The sequences of a packed one."""
    return unpad_sequence(*pad_packed_sequence(packed_sequences, True), True)
