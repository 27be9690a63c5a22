# Copies between layouts whose fastest dims differ, and what a mask picks.
import torch
torch.manual_seed(0)
for dt in (torch.float32, torch.float64, torch.int64, torch.bfloat16, torch.uint8, torch.complex64, torch.complex128, torch.bool):
    for s in ((33,70),(512,17),(16,16),(5,100),(100,1)):
        x = (torch.randn(s, dtype=torch.float64)*50).to(dt) if dt != torch.bool else torch.randn(s) > 0
        y = x.t().contiguous()
        assert y.is_contiguous() and y.tolist() == [list(r) for r in zip(*x.tolist())], (dt, s)
x = torch.arange(2*40*3*50).reshape(2,40,3,50)
for p in ((0,3,1,2),(3,2,1,0),(1,0,3,2),(0,2,3,1),(3,1,0,2)):
    y = x.permute(p).contiguous()
    z = x.permute(p)
    assert torch.equal(y, z) and torch.equal(y.permute([p.index(i) for i in range(4)]), x)
assert torch.equal(x[:, ::2, :, ::3].transpose(1,3).contiguous().transpose(1,3), x[:, ::2, :, ::3])
assert torch.equal(x.flip(1).transpose(1,3).contiguous().transpose(1,3), x.flip(1))
a = torch.zeros(50, 40); a.t().copy_(torch.arange(2000.).reshape(40,50)); assert torch.equal(a, torch.arange(2000.).reshape(40,50).t())
e = torch.arange(40.).expand(33, 40); assert torch.equal(e.t().contiguous(), torch.arange(40.).reshape(40,1).repeat(1,33))
m = torch.randn(7, 5, 9) > 0.3
v = torch.randn(7, 5, 9)
want = [v[i,j,k].item() for i in range(7) for j in range(5) for k in range(9) if m[i,j,k]]
assert v[m].tolist() == want
mt = m.transpose(0, 2); vt = v.transpose(0, 2)
assert vt[mt].tolist() == [vt[i,j,k].item() for i in range(9) for j in range(5) for k in range(7) if mt[i,j,k]]
assert v[m[:, :, 0]].shape == (int(m[:, :, 0].sum()), 9)
assert v[torch.zeros(7, dtype=torch.bool)].shape == (0, 5, 9) and torch.zeros(0, 3)[torch.zeros(0, 3) > 0].shape == (0,)
w = v.clone(); w[m] = 0; assert (w[m] == 0).all() and torch.equal(w[~m], v[~m])
print("ok")
