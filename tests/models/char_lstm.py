# A character model with nn.LSTM, teacher forcing, then sampling with temperature.
import torch
import torch.nn as nn

text = "hello world, how are you? hello there, who are you? " * 4
letters = sorted(set(text))
stoi = {c: i for i, c in enumerate(letters)}
itos = {i: c for c, i in stoi.items()}


class CharRNN(nn.Module):
    def __init__(self, vocab, width=32, layers=2):
        super().__init__()
        self.emb = nn.Embedding(vocab, width)
        self.rnn = nn.LSTM(width, width, layers, batch_first=True)
        self.out = nn.Linear(width, vocab)

    def forward(self, ids, state=None):
        h, state = self.rnn(self.emb(ids), state)
        return self.out(h), state


torch.manual_seed(0)
model = CharRNN(len(letters))
print(model)
optim = torch.optim.RMSprop(model.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss()
ids = torch.tensor([stoi[c] for c in text])
for epoch in range(12):
    total = 0.0
    for start in range(0, len(ids) - 33, 32):
        x = ids[start : start + 32].unsqueeze(0)
        y = ids[start + 1 : start + 33]
        logits, _ = model(x)
        loss = criterion(logits.squeeze(0), y)
        optim.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(model.parameters(), 1.0)
        optim.step()
        total += loss.item()
    if epoch % 3 == 0:
        print(f"epoch {epoch} mean loss {total / 6:.3f}")

model.eval()
with torch.no_grad():
    state, current, result = None, torch.tensor([[stoi["h"]]]), ["h"]
    for _ in range(30):
        logits, state = model(current, state)
        current = logits[:, -1].argmax(dim=-1, keepdim=True)
        result.append(itos[current.item()])
print("".join(result))
