# Plain tensor code: k-means, PCA by SVD, a confusion matrix, running statistics.
import torch


def kmeans(x, k, iterations=10):
    centers = x[:k].clone()
    for _ in range(iterations):
        label = torch.cdist(x, centers).argmin(dim=1)
        for i in range(k):
            members = x[label == i]
            if len(members):
                centers[i] = members.mean(dim=0)
    return centers, label


torch.manual_seed(0)
blobs = torch.cat([torch.randn(20, 2) * 0.2 + torch.tensor(c) for c in ([0.0, 0.0], [3.0, 0.0], [0.0, 3.0])])
order = torch.randperm(60)
centers, label = kmeans(blobs[order], 3)
print(centers[centers.sum(1).argsort()].round(decimals=1).abs())
print(torch.bincount(label).sort().values)

x = torch.randn(50, 4) @ torch.diag(torch.tensor([5.0, 2.0, 0.5, 0.1]))
x = x - x.mean(0)
u, s, vh = torch.linalg.svd(x, full_matrices=False)
print((s**2 / (s**2).sum()).round(decimals=3))
print((x @ vh[:2].T).shape, torch.allclose(u * s @ vh, x, atol=1e-4) or torch.allclose((u * s) @ vh, x, atol=1e-4))

truth, guess = torch.tensor([0, 1, 2, 2, 1, 0, 1]), torch.tensor([0, 2, 2, 2, 1, 0, 0])
matrix = torch.zeros(3, 3, dtype=torch.int64)
for t, g in zip(truth, guess):
    matrix[t, g] += 1
print(matrix, matrix.diag().sum().item() / matrix.sum().item())
values, where = torch.topk(torch.tensor([3.0, 1.0, 4.0, 1.0, 5.0]), 2)
print(values, where, torch.unique(truth, return_counts=True))
