# Dataset, DataLoader, samplers, random_split, collate functions; a regression with early stopping.
import argparse
import json
from typing import List, Optional, Tuple

import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset, random_split


class Squares(Dataset):
    def __init__(self, n: int, noise: float = 0.05):
        g = torch.Generator().manual_seed(42)
        self.x = torch.linspace(-1, 1, n).unsqueeze(1)
        self.y = self.x**2 + noise * torch.randn(n, 1, generator=g)

    def __len__(self) -> int:
        return len(self.x)

    def __getitem__(self, i) -> Tuple[torch.Tensor, torch.Tensor]:
        return self.x[i], self.y[i]


class EarlyStopping:
    def __init__(self, patience: int):
        self.patience, self.best, self.bad = patience, float("inf"), 0

    def __call__(self, value: float) -> bool:
        if value < self.best - 1e-4:
            self.best, self.bad = value, 0
        else:
            self.bad += 1
        return self.bad > self.patience


def evaluate(model, loader) -> float:
    model.eval()
    total, n = 0.0, 0
    with torch.no_grad():
        for x, y in loader:
            total += torch.nn.functional.mse_loss(model(x), y, reduction="sum").item()
            n += len(x)
    return total / n


def main(argv: Optional[List[str]] = None) -> None:
    parser = argparse.ArgumentParser(description="fit a parabola")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--hidden", type=int, nargs="*", default=[16, 16])
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args(argv)
    print(json.dumps(vars(args), sort_keys=True))
    torch.manual_seed(0)
    train, valid = random_split(Squares(100), [80, 20], generator=torch.Generator().manual_seed(1))
    loader = DataLoader(train, batch_size=args.batch_size, shuffle=True, drop_last=False)
    valid_loader = DataLoader(valid, batch_size=64)
    sizes = [1, *args.hidden, 1]
    layers = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        layers += [torch.nn.Linear(a, b), torch.nn.SiLU()]
    model = torch.nn.Sequential(*layers[:-1])
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    stop = EarlyStopping(3)
    for epoch in range(args.epochs):
        model.train()
        for x, y in loader:
            opt.zero_grad()
            torch.nn.functional.mse_loss(model(x), y).backward()
            opt.step()
        score = evaluate(model, valid_loader)
        print(f"epoch {epoch}: {score:.4f}")
        if stop(score):
            break
    pairs = TensorDataset(torch.arange(6), torch.arange(6) * 2)
    for a, b in DataLoader(pairs, batch_size=4):
        print(a.tolist(), b.tolist())


main([])
main(["--epochs", "2", "--hidden", "8"])
