# A character GPT with weight decay groups and sampling; encoder layers, attention and embedding bags.
import torch, torch.nn as nn, torch.nn.functional as F, math
torch.manual_seed(0)


class Block(nn.Module):

    def __init__(s, d, h, bs):
        super().__init__()
        s.ln1 = nn.LayerNorm(d)
        s.ln2 = nn.LayerNorm(d)
        s.attn = nn.Linear(d, 3 * d)
        s.proj = nn.Linear(d, d)
        s.mlp = nn.ModuleDict(dict(c_fc=nn.Linear(d, 4 * d), c_proj=nn.Linear(4 * d, d), act=nn.GELU(approximate='tanh'), dropout=nn.Dropout(0.1)))
        s.h = h
        s.register_buffer('bias', torch.tril(torch.ones(bs, bs)).view(1, 1, bs, bs))

    def forward(s, x):
        B, T, C = x.size()
        q, k, v = s.attn(s.ln1(x)).split(C, dim=2)
        q, k, v = [t.view(B, T, s.h, C // s.h).transpose(1, 2) for t in (q, k, v)]
        att = q @ k.transpose(-2, -1) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(s.bias[:, :, :T, :T] == 0, float('-inf'))
        y = (F.softmax(att, dim=-1) @ v).transpose(1, 2).contiguous().view(B, T, C)
        x = x + s.proj(y)
        m = s.mlp
        return x + m.dropout(m.c_proj(m.act(m.c_fc(s.ln2(x)))))


class GPT(nn.Module):

    def __init__(s, V=13, d=16, bs=8):
        super().__init__()
        s.bs = bs
        s.transformer = nn.ModuleDict(dict(wte=nn.Embedding(V, d), wpe=nn.Embedding(bs, d), h=nn.ModuleList([Block(d, 4, bs) for _ in range(2)]), ln_f=nn.LayerNorm(d)))
        s.lm_head = nn.Linear(d, V, bias=False)
        s.apply(s._init)
        for pn, p in s.named_parameters():
            if pn.endswith('proj.weight'):
                torch.nn.init.normal_(p, mean=0.0, std=0.02 / math.sqrt(4))

    def _init(s, m):
        if isinstance(m, (nn.Linear, nn.Embedding)):
            torch.nn.init.normal_(m.weight, mean=0.0, std=0.02)
        if isinstance(m, nn.Linear) and m.bias is not None:
            torch.nn.init.zeros_(m.bias)

    def forward(s, idx, targets=None):
        b, t = idx.size()
        assert t <= s.bs
        pos = torch.arange(0, t, dtype=torch.long).unsqueeze(0)
        x = s.transformer.wte(idx) + s.transformer.wpe(pos)
        for blk in s.transformer.h:
            x = blk(x)
        logits = s.lm_head(s.transformer.ln_f(x))
        loss = None
        if targets is not None:
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)
        return (logits, loss)

    @torch.no_grad()
    def generate(s, idx, n, temperature=1.0, top_k=None):
        for _ in range(n):
            c = idx if idx.size(1) <= s.bs else idx[:, -s.bs:]
            l, _ = s(c)
            l = l[:, -1, :] / temperature
            if top_k is not None:
                v, _ = torch.topk(l, top_k)
                l[l < v[:, [-1]]] = -float('Inf')
            idx = torch.cat((idx, torch.multinomial(F.softmax(l, dim=-1), num_samples=1)), dim=1)
        return idx
m = GPT()
dec = [p for n, p in m.named_parameters() if p.dim() >= 2]
nod = [p for n, p in m.named_parameters() if p.dim() < 2]
o = torch.optim.AdamW([{'params': dec, 'weight_decay': 0.1}, {'params': nod, 'weight_decay': 0.0}], lr=0.01, betas=(0.9, 0.95))
data = torch.randint(13, (40,))
for k in range(4):
    ix = torch.randint(len(data) - 8, (4,))
    x = torch.stack([data[i:i + 8] for i in ix])
    y = torch.stack([data[i + 1:i + 9] for i in ix])
    _, l = m(x, y)
    o.zero_grad(set_to_none=True)
    l.backward()
    n = torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    o.step()
    print(round(l.item(), 4), round(n.item(), 3))
m.eval()
print(m.generate(torch.zeros(1, 1, dtype=torch.long), 12, top_k=5))
enc = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32, batch_first=True, norm_first=True), 2)
mask = nn.Transformer.generate_square_subsequent_mask(6)
e = enc(torch.randn(2, 6, 16), mask=mask, src_key_padding_mask=torch.tensor([[False] * 6, [False] * 4 + [True] * 2]))
print(e.shape, mask[:2, :3])
tr = nn.Transformer(16, 2, 1, 1, 32, dropout=0.0, batch_first=True)
print(tr(torch.ones(1, 4, 16), torch.ones(1, 3, 16)).shape)
mha = nn.MultiheadAttention(16, 4, dropout=0.0, bias=False, kdim=8, vdim=12, batch_first=True)
a, w = mha(torch.randn(2, 3, 16), torch.randn(2, 5, 8), torch.randn(2, 5, 12))
print(a.shape, w.shape, w.sum(-1)[0])
bag = nn.EmbeddingBag(10, 4, mode='mean')
print(bag(torch.tensor([1, 2, 4, 5]), torch.tensor([0, 2])).shape, nn.Embedding(5, 3, padding_idx=0)(torch.tensor([0, 1]))[0])
