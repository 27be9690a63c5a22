# Models of a few layers in the ways models are used: trained and asked, plain or with "captured" through torch.compile.
# What function_order.sh looks at; behind the call of gcd nothing new is recorded or compiled.
import math, sys, time
import torch
from torch import nn
import torch.nn.functional as F
captured = sys.argv[1] == 'captured'
class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm, self.qkv, self.out = nn.LayerNorm(dim), nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.drop = nn.Dropout(0.1)
    def forward(self, x):
        b, t, c = x.shape
        q, k, v = [y.view(b, t, 2, c // 2).transpose(1, 2) for y in self.qkv(self.norm(x)).split(c, dim=2)]
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(b, t, c)
        return x + self.drop(F.gelu(self.out(y)))
class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.blocks, self.head = nn.Embedding(9, 8), nn.ModuleList([Block(8), Block(8)]), nn.Linear(8, 9)
    def forward(self, i):
        x = self.embed(i) + torch.arange(i.shape[1]).unsqueeze(-1)
        for block in self.blocks:
            x = block(x)
        return self.head(x)
def make_images():
    return nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(36, 5))
def mix(x, m):
    return torch.softmax((x * 0.5).masked_fill(m, -1e9), dim=-1) * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1)
ready = torch.compile if captured else lambda f: f
images, words = make_images(), Words()
train_images, train_words = ready(images), ready(words)
look_images, look_words, look_mix = ready(make_images().eval()), ready(Words().eval()), ready(mix)
i, x, y = torch.randint(0, 9, (2, 6)), torch.randn(3, 1, 8, 8), torch.tensor([0, 1, 2])
a, m = torch.randn(4, 8), torch.rand(4, 8) > 0.5
wide, large, long = nn.Linear(200, 96), torch.randn(300, 300), nn.Sequential(nn.Linear(200, 64), nn.ReLU(), nn.Linear(64, 10))
look_long, rows = ready(long), torch.randn(96, 200)
opts = torch.optim.AdamW(words.parameters()), torch.optim.SGD(images.parameters(), lr=0.1, momentum=0.9)
def step():
    for opt in opts:
        opt.zero_grad()
    (F.cross_entropy(train_words(i).view(-1, 9), i.view(-1)) + F.nll_loss(F.log_softmax(train_images(x), 1), y)).backward()
    for opt in opts:
        opt.step()
def look():
    with torch.no_grad():
        return look_images(x), look_words(i), look_mix(a, m), look_long(rows), look_long(rows[:1]), wide(rows), (large @ large).relu()
def best(fn, n):
    least = 1e9
    for _ in range(n):
        start = time.perf_counter()
        fn()
        least = min(least, time.perf_counter() - start)
    print('least %.3f ms' % (least * 1e3))
torch.manual_seed(0)
best(step, 8)
best(look, 8)
math.gcd(1, 2)
step()
look()
