# Graph convolutions by scatter, by sparse products and by attention.
import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
N = 6
ei = torch.tensor([[0, 1, 1, 2, 3, 4, 5, 0], [1, 0, 2, 1, 4, 3, 0, 5]])
x = torch.randn(N, 4)
y = torch.tensor([0, 0, 0, 1, 1, 1])


class GCN(nn.Module):

    def __init__(s):
        super().__init__()
        s.l1 = nn.Linear(4, 8, bias=False)
        s.l2 = nn.Linear(8, 2, bias=False)

    def prop(s, x):
        deg = torch.zeros(N).scatter_add_(0, ei[1], torch.ones(ei.size(1))) + 1
        w = deg.pow(-0.5)
        norm = w[ei[0]] * w[ei[1]]
        out = torch.zeros_like(x).index_add_(0, ei[1], x[ei[0]] * norm.unsqueeze(-1))
        return out + x / deg.unsqueeze(1)

    def forward(s, x):
        return s.prop(s.l2(F.dropout(F.relu(s.prop(s.l1(x))), training=s.training)))
m = GCN()
o = torch.optim.Adam(m.parameters(), lr=0.05, weight_decay=0.0005)
for e in range(5):
    m.train()
    o.zero_grad()
    l = F.cross_entropy(m(x), y)
    l.backward()
    o.step()
    print(round(l.item(), 4))


class GAT(nn.Module):

    def __init__(s):
        super().__init__()
        s.W = nn.Parameter(torch.empty(4, 6))
        s.a = nn.Parameter(torch.empty(6, 1))
        nn.init.xavier_uniform_(s.W.data, gain=1.414)
        nn.init.kaiming_normal_(s.a)

    def forward(s, x, adj):
        h = x @ s.W
        e = F.leaky_relu(h @ s.a + (h @ s.a).T)
        att = torch.where(adj > 0, e, torch.full_like(e, -9000000000000000.0))
        return F.elu(F.softmax(att, 1) @ h)
adj = torch.sparse_coo_tensor(ei, torch.ones(ei.size(1)), (N, N)).to_dense() + torch.eye(N)
g = GAT()
out = g(x, adj)
out.sum().backward()
print(out.shape, round(out.sum().item(), 4), g.a.grad.shape)
A = torch.sparse_coo_tensor(ei, torch.ones(8), (N, N)).coalesce()
D = torch.sparse.sum(A, 1).to_dense()
print(torch.sparse.mm(A, x).sum().item() - x[ei[1]].sum().item() < 0.0001, D)
print(torch.scatter_reduce(torch.zeros(N, 4), 0, ei[1][:, None].expand(-1, 4), x[ei[0]], 'amax').shape, torch.zeros(N).scatter_reduce(0, ei[1], x[ei[0], 0], 'mean', include_self=False))
