# An encoder-decoder transformer learns to copy short sequences; masks, warm-up schedule, greedy decoding.
import math

import torch
import torch.nn as nn

VOCAB, WIDTH, LENGTH = 11, 32, 6


class PositionalEncoding(nn.Module):
    def __init__(self, width, most=50):
        super().__init__()
        position = torch.arange(most).unsqueeze(1)
        scale = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
        table = torch.zeros(most, width)
        table[:, 0::2] = torch.sin(position * scale)
        table[:, 1::2] = torch.cos(position * scale)
        self.register_buffer("table", table)

    def forward(self, x):
        return x + self.table[: x.size(1)]


class Copier(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, WIDTH)
        self.position = PositionalEncoding(WIDTH)
        self.transformer = nn.Transformer(WIDTH, 4, 1, 1, 64, dropout=0.0, batch_first=True)
        self.out = nn.Linear(WIDTH, VOCAB)

    def forward(self, src, tgt):
        mask = nn.Transformer.generate_square_subsequent_mask(tgt.size(1))
        h = self.transformer(self.position(self.embed(src)), self.position(self.embed(tgt)), tgt_mask=mask)
        return self.out(h)


torch.manual_seed(1)
model = Copier()
opt = torch.optim.AdamW(model.parameters(), lr=1e-2, betas=(0.9, 0.98), eps=1e-9)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min(1.0, (s + 1) / 10))
for step in range(30):
    src = torch.randint(1, VOCAB, (16, LENGTH))
    tgt = torch.cat([torch.zeros(16, 1, dtype=torch.long), src[:, :-1]], dim=1)
    logits = model(src, tgt)
    loss = nn.functional.cross_entropy(logits.transpose(1, 2), src)
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    if step % 10 == 0 or step == 29:
        print(f"step {step} loss {loss.item():.2f}")
print("buffers:", [n for n, _ in model.named_buffers()])
print("grad norms positive:", all(p.grad.norm() > 0 for p in model.parameters() if p.grad is not None))
