# args: data/story.txt
"""A small GPT over characters: trains on a text file (the README by default), then writes on from its first line.

    adder examples/chargpt.py [FILE] [eager|compile]
"""
import os
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

BLOCK, BATCH, WIDTH, HEADS, LAYERS, STEPS = 64, 12, 64, 4, 2, 20


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.proj = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(x).split(WIDTH, dim=2)
        q, k, v = (z.view(b, t, HEADS, c // HEADS).transpose(1, 2) for z in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.proj(y.transpose(1, 2).reshape(b, t, c))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1 = nn.LayerNorm(WIDTH)
        self.attention = Attention()
        self.norm2 = nn.LayerNorm(WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class CharGPT(nn.Module):
    def __init__(self, vocabulary):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, WIDTH)
        self.positions = nn.Embedding(BLOCK, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, vocabulary, bias=False)

    def forward(self, ids):
        x = self.tokens(ids) + self.positions(torch.arange(ids.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def main():
    words = [a for a in sys.argv[1:] if a not in ("eager", "compile")]
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "README.md")
    with open(words[0] if words else default, encoding="utf-8") as f:
        text = f.read()
    letters = sorted(set(text))
    index = {c: i for i, c in enumerate(letters)}
    data = torch.tensor([index[c] for c in text])
    print("characters:", len(text), "letters:", len(letters))

    torch.manual_seed(1)
    model = CharGPT(len(letters))
    print("parameters:", sum(p.numel() for p in model.parameters()))
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)

    def train_step(x, y):
        optimizer.zero_grad()
        logits = model(x)
        loss = F.cross_entropy(logits.view(-1, logits.shape[-1]), y.view(-1))
        loss.backward()
        optimizer.step()
        return loss.detach()

    if "eager" not in sys.argv[1:]:
        train_step = torch.compile(train_step)
    for step in range(STEPS):
        starts = torch.randint(0, len(data) - BLOCK - 1, (BATCH,))
        x = torch.stack([data[s : s + BLOCK] for s in starts])
        y = torch.stack([data[s + 1 : s + BLOCK + 1] for s in starts])
        print(f"step {step:2d}  loss {train_step(x, y).item():.4g}")

    model.eval()
    ids = data[:16].unsqueeze(0)
    with torch.no_grad():
        for _ in range(40):
            logits = model(ids[:, -BLOCK:])
            ids = torch.cat([ids, logits[:, -1].argmax(-1, keepdim=True)], dim=1)
    print(repr("".join(letters[i] for i in ids[0].tolist())))


main()
