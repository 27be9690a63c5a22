# Functions and methods called with arguments that no signature takes: the one complaint, or the list of signatures.
import torch

T = torch.ones(2, 3)
FUNCTIONS = (
    "cat zeros arange ones randn stack empty sqrt zeros_like max randint exp matmul sum ones_like sigmoid linspace full "
    "clamp min argmax tril pow log mm softmax flatten outer sort cumsum gather mean maximum reshape transpose abs "
    "index_select median squeeze var add mul div sub addmm bmm lerp all any std normal"
)
METHODS = (
    "view reshape unsqueeze transpose permute mean sum flatten clone repeat squeeze max fill_ argmax expand index_select "
    "clamp pow eq exp t std masked_fill softmax zero_ div_ any flip chunk new_zeros gather cumsum dot abs all min "
    "index_add_ mm scatter_ select topk mul sub normal_"
)
CALLS = {
    "nothing": ((), {}),
    "text": (("x",), {}),
    "tensor, text": ((T, "x"), {}),
    "two tensors, text": ((T, T, "x"), {}),
    "tensor, foo=": ((T,), {"foo": 1}),
    "None": ((None,), {}),
    "twelve": (("x",) * 12, {}),
}


def show(name, f):
    for label, (args, kwargs) in CALLS.items():
        try:
            f(*args, **kwargs)
            text = "ok"
        except Exception as e:
            text = f"{type(e).__name__}: {e}"
        print(f"{name} of {label} -> {text}")


for name in FUNCTIONS.split():
    show(name, getattr(torch, name))
for name in METHODS.split():
    show("." + name, getattr(T.clone(), name))
for run in (
    lambda: torch.equal(T, 1),
    lambda: torch.add(T, [1]),
    lambda: torch.add(T, T, alpha="x"),
    lambda: torch.max(T, dim="x"),
    lambda: torch.max(T, 0, out=T),
    lambda: torch.sum(T, dim=1.5),
    lambda: torch.sum(T, 0, keepdim=1),
    lambda: torch.zeros(2, dtype="float"),
    lambda: torch.zeros([2, 3.5]),
    lambda: torch.where(T > 0, T, "x"),
    lambda: torch.stack([1, 2]),
    lambda: torch.cat([T, 1]),
    lambda: torch.cat(T),
    lambda: torch.linalg.norm(T, ord=[1]),
    lambda: torch.linalg.det("x"),
    lambda: torch.fft.fft("x"),
    lambda: torch.special.expit("x"),
    lambda: torch.randint(5),
    lambda: torch.randint(0, 5, 3),
    lambda: torch.normal(0.0, "x"),
    lambda: torch.clamp(T, min="x"),
    lambda: torch.abs_(),
    lambda: T.view("x"),
    lambda: T.view(2, "x"),
    lambda: T.reshape(2.5),
    lambda: T.permute(0, "x"),
    lambda: T.masked_fill(T > 0, "x"),
    lambda: T.scatter_(0, T.long(), T, reduce=1),
    lambda: T.hypot_(1),
):
    try:
        print(run())
    except Exception as e:
        print(type(e).__name__, e)
