import torch
# Lists with tensors in them: each must hold one element.
def attempt(f):
    try:
        r = f()
        print(r, r.dtype)
    except Exception as e:
        print(type(e).__name__, e)
for v in ([torch.tensor(1.0)], [torch.tensor(1), torch.tensor(2.5)], [torch.ones(1), torch.ones(1)], [torch.ones(1, 1)], [torch.ones(2)], [torch.ones(2, 3), torch.ones(2, 3)],
          [[torch.tensor(1)], [2]], [torch.ones(1), 2], [2, torch.ones(1)], [torch.tensor(True), False], [torch.ones(0)], (torch.tensor(3), 4.0), [torch.tensor(1.0, requires_grad=True)],
          [torch.tensor(1 + 2j)], [torch.ones(1, 2), torch.ones(1, 2)], [torch.tensor(1.0, dtype=torch.double)], [[torch.ones(2)]], [torch.ones(3, 1)]):
    attempt(lambda: torch.tensor(v))
    attempt(lambda: torch.as_tensor(v))
    attempt(lambda: torch.ones(1).new_tensor(v))
attempt(lambda: torch.FloatTensor([torch.ones(2)]))
attempt(lambda: torch.tensor([torch.ones(2), torch.ones(2)], dtype=torch.int))
for flag in (1, 0, None, 'x', 1.5):
    attempt(lambda: torch.ones(1).requires_grad_(flag))
