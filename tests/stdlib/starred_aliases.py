# *tuple[int] in subscripts and annotations, and the places of a TypeVarTuple in built-in generic types.
import copy
import pickle
import types
from typing import Generic, List, Tuple, TypeVar, TypeVarTuple, Unpack, get_type_hints

Ts = TypeVarTuple("Ts")
T = TypeVar("T")
U = TypeVar("U")


def show(make):
    try:
        r = make()
        print(repr(r), getattr(r, "__args__", None), getattr(r, "__parameters__", None))
    except Exception as e:
        print(type(e).__name__, e)


star = next(iter(tuple[int, str]))
print(star, star.__unpacked__, star.__origin__, star.__args__, tuple[int, str].__unpacked__)
print(star == next(iter(tuple[int, str])), star == tuple[int, str], star != tuple[int, str], hash(star) == hash(next(iter(tuple[int, str]))))
print([*tuple[int]], [*list[int]], list(dict[str, int]), list(tuple[*Ts]), isinstance(star, types.GenericAlias))
print(copy.copy(star) == star, copy.deepcopy(star) == star, [pickle.loads(pickle.dumps(star, p)) for p in range(2, 6)])
print(star.__typing_unpacked_tuple_args__, next(iter(list[int])).__typing_unpacked_tuple_args__, tuple[int].__typing_unpacked_tuple_args__)
it = iter(tuple[int])
print(next(it), next(it, "no more"), len(list(iter(tuple[()]))))


def f(*args: *tuple[int, ...]): pass
def g(*args: *Ts): pass


print(f.__annotations__, g.__annotations__, get_type_hints(f), get_type_hints(g))
show(lambda: tuple[*Ts])
show(lambda: tuple[*Ts][int, str])
show(lambda: tuple[*Ts][int])
show(lambda: tuple[*Ts][()])
show(lambda: tuple[T, *Ts][int])
show(lambda: tuple[T, *Ts][int, str, float])
show(lambda: tuple[T, *Ts, U][int, str, float, bytes])
show(lambda: tuple[T, *Ts, U][int])
show(lambda: tuple[*Ts][*tuple[int, str]])
show(lambda: tuple[*Ts][*tuple[int, ...]])
show(lambda: tuple[T, U][*tuple[int, str]])
show(lambda: tuple[T, U][*tuple[int, ...]])
show(lambda: list[T][*tuple[int]])
show(lambda: list[tuple[*Ts]][int, str])
show(lambda: dict[T, tuple[*Ts]][int, str, float])
show(lambda: Tuple[*Ts][int, str])
show(lambda: Tuple[Unpack[Ts]][int, str])
show(lambda: tuple[Unpack[Ts]][int, str])
show(lambda: List[Tuple[*Ts]][int])


class A(Generic[*Ts]): pass
class B(Generic[T, *Ts]): pass


show(lambda: A[int, str])
show(lambda: A[*tuple[int, ...]])
show(lambda: A[*tuple[int, str]])
show(lambda: A[()])
show(lambda: B[int])
show(lambda: B[int, str, float])
show(lambda: B[()])
show(lambda: A[T, *Ts][int, str])
