# torch.testing.assert_close: what passes, and the message of each way to fail; the order of versions.
import torch
from torch.testing import assert_close
def t(*a, **k):
    try:
        r=assert_close(*a,**k); print("ok", r)
    except Exception as e:
        print(type(e).__name__, str(e)); print("-----")
t(torch.tensor([1.,2,3]), torch.tensor([1.,2,4]))
t(torch.tensor([1.,2,3]), torch.tensor([1.,2,3,4]))
t(torch.tensor([1.,2,3]), torch.tensor([1,2,3]))
t(torch.tensor([1,2,3]), torch.tensor([1,2,4]))
t(torch.tensor([1.,2,3]), [1.,2.,3.])
t(torch.tensor(3.), torch.tensor(3.5))
t(3., 3.5); t(3, 4); t(3, 3.0); t(True, False); t("a","a"); t(None, None); t(None,3)
t([1.,2.],[1.,3.]); t({'a':torch.ones(2)},{'a':torch.zeros(2)}); t({'a':1},{'b':1}); t([1],[1,2])
t(torch.tensor([float('nan')]), torch.tensor([float('nan')])); t(torch.tensor([float('nan')]), torch.tensor([float('nan')]), equal_nan=True)
t(torch.tensor([float('inf'),1]), torch.tensor([float('inf'),2]), msg="hello"); t(torch.ones(2),torch.zeros(2), msg=lambda m: "X"+m)
t(torch.ones(2,3),torch.zeros(2,3), rtol=0.1, atol=0.2); t(torch.ones(2),torch.zeros(2), rtol=0.1)
t(torch.ones(2,dtype=torch.float64),torch.ones(2), check_dtype=False)
t(torch.ones(2,dtype=torch.float16),torch.ones(2,dtype=torch.float16)*1.01)
t(torch.ones(2,dtype=torch.complex64),torch.ones(2,dtype=torch.complex64)*1.01)
t(torch.ones(2,dtype=torch.bool),torch.zeros(2,dtype=torch.bool))
t(torch.ones(2,3).t(), torch.ones(3,2), check_stride=True)
t([], []); t([[1.,2.],[3.]], [[1.,2.],[4.]]); t(1+2j, 1+3j); t(torch.tensor([1e-9]), torch.tensor([0.]))
t(torch.empty(0), torch.empty(0)); t(torch.tensor(3.), 3.0); t((1,2),[1,2]); t(torch.zeros(2), torch.zeros(2,device='meta'))
t(torch.ones(3,dtype=torch.int64), torch.ones(3,dtype=torch.int64)*2, rtol=0.5, atol=0.5)
t([torch.ones(2), torch.ones(2)], [torch.ones(2), torch.zeros(2)]); t(object(), object())
t(torch.nn.Parameter(torch.ones(2)), torch.ones(2), allow_subclasses=False)
t(torch.nn.Parameter(torch.ones(2)), torch.ones(2))
t(float('nan'), float('nan')); t(float('nan'), float('nan'), equal_nan=True); t(1e30, float('inf'))
print(torch.__version__>=(2,0), torch.__version__>"2.9", torch.__version__<"2.13.1", type(torch.__version__), repr(torch.__version__), torch.__version__=="2.13.0+cpu", torch.__version__ == "2.13.0", torch.__version__.split("."))
print(hasattr(torch, "no_such_name"), hasattr(torch.utils, "tensorboard"), torch.hub.get_dir().endswith("hub"))
