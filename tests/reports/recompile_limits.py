# Limits of recompiles, the settings that make errors of them, and stances.
# stderr-has: torch._dynamo hit config.recompile_limit (8)
# stderr-has: torch._dynamo hit config.recompile_limit (2)
# stderr-has: torch._dynamo hit config.accumulated_recompile_limit (2)
# stderr-has: last reason:
# stderr-has: To log all recompilation reasons, use TORCH_LOGS="recompiles".
import torch
import torch._dynamo
import torch._dynamo.testing

config = torch._dynamo.config


def make(**settings):
    torch._dynamo.reset()
    counter = torch._dynamo.testing.CompileCounter()

    @torch.compile(backend=counter, **settings)
    def f(x, s):
        return x * len(s)

    return f, counter


def run(n=12, **settings):
    f, counter = make(**settings)
    try:
        results = [f(torch.ones(1), "b" * (i + 1)).item() for i in range(n)]
        print("ran", results)
    except Exception as e:
        lines = str(e).split("\n")
        print(type(e).__name__, lines[0].split(" in /")[0].split(" filename:")[0])
        print([line.split("#")[0].strip() for line in lines[1:3]])


run()
with config.patch(recompile_limit=2):
    run()
with config.patch(accumulated_recompile_limit=2):
    run()
with config.patch(fail_on_recompile_limit_hit=True):
    run()
run(fullgraph=True)
with config.patch(error_on_recompile=True):
    run()
run(3)

for stance in ("force_eager", "eager_on_recompile", "fail_on_recompile"):
    f, counter = make()
    print(stance, f(torch.ones(2), "a"), counter.frame_count)
    try:
        with torch.compiler.set_stance(stance):
            print(f(torch.ones(2), "a"))
            print(f(torch.ones(2), "bb"))
    except RuntimeError as e:
        print(str(e).split(" filename")[0])
    print(counter.frame_count, f(torch.ones(2), "bb"), counter.frame_count)

for stance in ("force_eager", "eager_on_recompile", "fail_on_recompile"):
    f, counter = make()
    try:
        with torch.compiler.set_stance(stance):
            print(stance, f(torch.ones(2), "a"), counter.frame_count)
    except RuntimeError as e:
        print(stance, str(e).split(" filename")[0])


@torch.compiler.set_stance("force_eager")
def uncompiled(f):
    return f(torch.ones(2), "abc")


f, counter = make()
print(uncompiled(f), counter.frame_count)
