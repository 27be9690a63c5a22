"""Variables, substitution, protocols, named tuples and typed dicts: results and errors."""
import collections.abc, copy, pickle, typing
from typing import *

T, K, C = TypeVar("T"), TypeVar("K", bound=int), TypeVar("C", str, bytes)
P, Ts = ParamSpec("P"), TypeVarTuple("Ts")


def show(text):
    try:
        print(text, "->", eval(text))
    except Exception as e:
        print(text, "!!", type(e).__name__, e)


class Box(Generic[T]):
    def __init__(self, x=None): self.x = x


class Pair(Generic[T, K]): pass
class Call(Generic[T, P]): pass
class Only(Generic[P]): pass
class Many(Generic[T, Unpack[Ts]]): pass


for text in """Box[int]; Box[T][str]; Pair[int, T]; Pair[int, T][str]; Pair[int]; Box[int, str]; Box[int][str]; Box[int](3).__orig_class__
Call[int, [str, bytes]]; Call[int, ...]; Call[int, P][[str]]; Only[int, str]; Only[[int]]; Call[int, int]; Many[int]; Many[int, str, T]
Many[int, Unpack[Ts]][str, bytes]; Many[()]; Dict[T, List[K]][int, str]; Callable[[T], K][int, str]; Callable[P, T][[int, str], bytes]
Callable[Concatenate[int, P], T][[str], bytes]; Callable[..., T][int]; Tuple[T, ...][int]; Tuple[()]; Tuple[int, Unpack[Ts]][str, str]
Union[int, None]; Union[int, Union[str, int]]; Union[int]; Union[()]; Optional[Union[int, str]]; Union[T, int][int]; int | List[str]; Optional[T][int]
Literal[1, True, 1, Literal["a", 2]]; Literal[1] == Literal[True]; Annotated[int, 1]; Annotated[Annotated[T, 1], 2][str]; Annotated[int]
ClassVar[int]; ClassVar[Final[int]]; List[ClassVar[int]]; List[ClassVar]; List[1, 2]; List[(1,)]; Generic[int]; Generic[T, T]; Generic[()]; Any(); Union(); List()
isinstance(1, Any); isinstance(1, List[int]); issubclass(list, List); isinstance([], List); isinstance(1, Union[int, str]); Type[int]; Self[int]; NoReturn
Concatenate[int]; Concatenate[()]; TypeGuard[int, str]; Required[int]; Unpack[int]; get_args(Callable[[int], str]); get_origin(Annotated[int, 1])
TypeVar("A", int); TypeVar("A", int, str, bound=int); TypeVar("A", covariant=True, contravariant=True); repr(TypeVar("A", covariant=True)); K.__bound__; C.__constraints__
Box[int] is Box[int]; hash(Box[int]) == hash(Box[int]); copy.copy(List[int]) == List[int]; pickle.loads(pickle.dumps(Dict[str, List[int]])); pickle.loads(pickle.dumps(Union)) is Union
List[int].append; Box[int].__name__; Box[int].__parameters__; Pair[T, int].__parameters__; typing.Text; typing.Missing; ForwardRef("x +"); List["Box"]; ForwardRef("a") == ForwardRef("a")
ContextManager[int]; Pattern[str]; Match; Deque[int]; DefaultDict[str, int](list); Counter[str]; ChainMap; Hashable; Hashable[int]; Coroutine[int, str, bytes]; AsyncGenerator[int, str]""".replace(";", "\n").splitlines():
    show(text.strip())

for bases in ("Generic", "Generic[T], Generic[K]", "Box[T], Generic[K]", "List[int]", "Union[int, str]", "Box[int], Generic[T]", "Protocol[T]", "Any"):
    try:
        exec(f"class X({bases}): pass")
        print(bases, X.__bases__, getattr(X, "__parameters__", None), X.__mro__[1:3])
    except TypeError as e:
        print(bases, "!!", e)


@runtime_checkable
class Sized2(Protocol):
    def __len__(self): ...


class Named(Protocol):
    name: str
    def f(self): ...


class Impl(Named):
    def __init__(self): self.name = "n"


show("isinstance([], Sized2), issubclass(int, Sized2), isinstance(3, Sized2)")
show("isinstance([], Named)"); show("issubclass(int, Named)"); show("Named()"); show("Impl().name"); show("runtime_checkable(int)")
show("isinstance(3, SupportsInt), isinstance('', SupportsInt), issubclass(float, SupportsRound), isinstance(3j, SupportsComplex)")
show("type('Q', (Protocol, int), {})")


class Point(NamedTuple):
    "A point."
    x: int
    y: "str" = "a"
    def double(self): return self.x * 2


class GP(NamedTuple, Generic[T]):
    v: T


class Movie(TypedDict):
    title: str
    year: NotRequired[int]


class More(Movie, total=False):
    extra: Required[bytes]
    note: "str"


show("Point(1), Point(1).double(), Point._field_defaults, Point.__annotations__, Point.__doc__"); show("Point()"); show("NamedTuple('N', [('a', int)])(3)")
show("GP[int](3), GP.__mro__"); show("Movie(title='a'), type(Movie(title='a'))"); show("More.__required_keys__ >= {'title', 'extra'}, sorted(More.__optional_keys__)")
show("get_type_hints(More)"); show("get_type_hints(More, include_extras=True)"); show("isinstance({}, Movie)"); show("TypedDict('D', {'a': int})(a=1)"); show("is_typeddict(Movie), is_typeddict(dict)")
U = NewType("U", int)
show("U, U(3), U | None"); show("type('V', (U,), {})")


class Node:
    next: "Optional[Node]" = None
    n: ClassVar["int"] = 3
    def f(self, a: "List[Node]", b: None = None) -> "int": ...


@overload
def g(x: int) -> int: ...
@overload
def g(x: str) -> str: ...
show("g(1)"); show("len(get_overloads(g))"); show("get_type_hints(Node)"); show("get_type_hints(Node.f)"); show("get_type_hints(3)"); show("get_type_hints(no_type_check(Node).f)")
show("assert_never(3)"); show("cast('int', 4), assert_type(5, int), final(Node).__final__")
