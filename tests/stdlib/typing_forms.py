from typing import *
T=TypeVar('T')
class G(Generic[T]): pass
class N(NamedTuple):
    a:int
    b:str='x'
class TD(TypedDict): a:int
print(Optional[int],Union[int,str],List[int],Dict[str,Any],Callable[[int],str],G[int],N(1),TD(a=1),Tuple[int,...],get_type_hints(N),Literal[1],Annotated[int,'x'])
@runtime_checkable
class P(Protocol):
    def f(self): ...
class Q:
    def f(self): pass
print(isinstance(Q(),P),isinstance(1,P),get_origin(List[int]),get_args(Dict[int,str]))
