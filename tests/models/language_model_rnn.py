# Word-level language models with LSTM, GRU and RNN; packed sequences; cells.
import torch, torch.nn as nn, math
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence, pack_sequence
torch.manual_seed(1111)


class RNNModel(nn.Module):

    def __init__(s, kind, ntoken, ninp, nhid, nlayers, dropout=0.2, tie=True):
        super().__init__()
        s.drop = nn.Dropout(dropout)
        s.encoder = nn.Embedding(ntoken, ninp)
        s.rnn = getattr(nn, kind)(ninp, nhid, nlayers, dropout=dropout) if kind in ('LSTM', 'GRU') else nn.RNN(ninp, nhid, nlayers, nonlinearity='relu', dropout=dropout)
        s.decoder = nn.Linear(nhid, ntoken)
        if tie:
            s.decoder.weight = s.encoder.weight
        nn.init.uniform_(s.encoder.weight, -0.1, 0.1)
        nn.init.zeros_(s.decoder.bias)
        s.kind = kind
        s.nhid = nhid
        s.nl = nlayers

    def forward(s, x, h):
        o, h = s.rnn(s.drop(s.encoder(x)), h)
        return (torch.log_softmax(s.decoder(s.drop(o)).view(-1, 20), dim=1), h)

    def init_hidden(s, b):
        w = next(s.parameters())
        z = w.new_zeros(s.nl, b, s.nhid)
        return (z, w.new_zeros(s.nl, b, s.nhid)) if s.kind == 'LSTM' else z


def repack(h):
    return h.detach() if isinstance(h, torch.Tensor) else tuple((repack(v) for v in h))
data = torch.randint(20, (24, 4))
for kind in ('LSTM', 'GRU', 'RNN_RELU'):
    m = RNNModel(kind, 20, 16, 16, 2)
    h = m.init_hidden(4)
    crit = nn.NLLLoss()
    tot = 0
    for i in range(0, 20, 5):
        x = data[i:i + 5] if i + 6 <= 24 else data[18:23]
        y = data[i + 1:i + 6].view(-1)[:x.numel()]
        m.zero_grad()
        h = repack(h)
        out, h = m(x, h)
        l = crit(out, y)
        l.backward()
        torch.nn.utils.clip_grad_norm_(m.parameters(), 0.25)
        for p in m.parameters():
            p.data.add_(p.grad, alpha=-20 * 0.01)
        tot += l.item()
    print(kind, round(tot, 3))
seqs = [torch.randn(n, 3) for n in (4, 2, 3)]
lens = torch.tensor([4, 2, 3])
pad = pad_sequence(seqs, batch_first=True, padding_value=-1.0)
lstm = nn.LSTM(3, 5, bidirectional=True, batch_first=True)
pk = pack_padded_sequence(pad, lens, batch_first=True, enforce_sorted=False)
o, (h, c) = lstm(pk)
out, l = pad_packed_sequence(o, batch_first=True, total_length=6)
print(pad.shape, pk.batch_sizes, pk.sorted_indices, out.shape, l, h.shape, out[1, 2:].abs().sum().item(), round(out.sum().item(), 4))
cell = nn.LSTMCell(3, 4)
hx = torch.zeros(2, 4)
cx = torch.zeros(2, 4)
for t in range(3):
    hx, cx = cell(torch.ones(2, 3) * t, (hx, cx))
print(hx, nn.GRUCell(3, 4)(torch.ones(2, 3)).shape, nn.RNNCell(3, 4, nonlinearity='relu')(torch.ones(3)))
print(lstm, lstm.flatten_parameters(), [n for n, _ in lstm.named_parameters()])
