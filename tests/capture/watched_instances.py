# graphs: 1
# recompiles: 0
# Asking an object for its __dict__ moves its attributes; what was known of them stays known, and writes are still seen.
import torch

BACKEND = "eager"


class State:
    pass


def run(x, st):
    st.tmp = x * st.scale
    y = st.tmp + len(st.names)
    del st.tmp
    return y


f = torch.compile(run, backend=BACKEND)
st = State()
st.scale = 2.0
st.names = ["a"]
x = torch.ones(1)
print(f(x, st).tolist(), sorted(vars(st)))
print(f(x, st).tolist(), f(x, st).tolist())
