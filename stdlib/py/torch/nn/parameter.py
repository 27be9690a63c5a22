"""Parameter and Buffer: the tensors that a Module registers by itself."""

import _torch

__all__ = ["Parameter", "Buffer", "UninitializedParameter", "UninitializedBuffer", "is_lazy"]

Tensor = _torch.Tensor


class Parameter(Tensor):
    """A tensor that is trained."""

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = _torch.empty(0)
        if type(data) is Tensor or isinstance(data, Parameter):
            return Tensor._make_subclass(cls, data, requires_grad)
        t = data.detach().requires_grad_(requires_grad)
        if type(t) is not type(data):
            raise RuntimeError(
                f"Creating a Parameter from an instance of type {type(data).__name__} "
                "requires that detach() returns an instance of the same type, but return "
                f"type {type(t).__name__} was found instead. To use the type as a "
                "Parameter, please correct the detach() semantics defined by "
                "its __torch_dispatch__() implementation."
            )
        t._is_param = True
        return t

    def __deepcopy__(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        result = type(self)(self.data.clone(memory_format=_torch.preserve_format), self.requires_grad)
        memo[id(self)] = result
        return result

    def __repr__(self, *, tensor_contents=None):
        return "Parameter containing:\n" + Tensor.__repr__(self)

    def __reduce_ex__(self, protocol):
        from torch._tensor import _rebuild_parameter

        return (_rebuild_parameter, (self.data, self.requires_grad, {}))

    __torch_function__ = _torch._disabled_torch_function_impl


class Buffer(Tensor):
    """A tensor that is state but is not trained."""

    def __new__(cls, data=None, *, persistent=True):
        if data is None:
            data = _torch.empty(0)
        t = Tensor._make_subclass(cls, data.detach(), data.requires_grad)
        t.persistent = persistent
        return t

    def __repr__(self):
        return Tensor.__repr__(self)

    __torch_function__ = _torch._disabled_torch_function_impl


class _Uninitialized:
    """A tensor whose shape is not known yet; materialize gives it one."""

    def materialize(self, shape, device=None, dtype=None):
        """Give it a shape in place. A buffer cannot become a plain tensor in place: see made()."""
        form = self.data
        self.data = _torch.empty(shape, device=device or form.device, dtype=dtype or form.dtype)
        self.__class__ = self.cls_to_become

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(*self._form())
        return memo[id(self)]

    def __reduce_ex__(self, protocol):
        return type(self), self._form()

    def _form(self):
        return self.requires_grad, self.data.device, self.data.dtype

    def made(self, shape):
        """What it becomes once its shape is known: itself, or for a buffer a new tensor."""
        if self.cls_to_become is Tensor:
            return _torch.empty(shape, device=self.data.device, dtype=self.data.dtype)
        self.materialize(shape)
        return self

    @property
    def shape(self):
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. "
            "This error usually happens in `load_state_dict` when trying to load "
            "an uninitialized parameter into an initialized one. "
            "Call `forward` to initialize the parameters before accessing their attributes."
        )


class UninitializedParameter(_Uninitialized, Parameter):
    """A parameter without a shape."""

    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return Tensor._make_subclass(cls, _torch.empty(0, device=device, dtype=dtype), requires_grad)

    def __repr__(self):
        return "<UninitializedParameter>"


class UninitializedBuffer(_Uninitialized, Tensor):
    """A buffer without a shape."""

    cls_to_become = Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        t = Tensor._make_subclass(cls, _torch.empty(0, device=device, dtype=dtype), requires_grad)
        t.persistent = persistent
        return t

    def __repr__(self):
        return "<UninitializedBuffer>"

    __torch_function__ = _torch._disabled_torch_function_impl


def is_lazy(param):
    """Whether a parameter or buffer has no shape yet."""
    return isinstance(param, _Uninitialized)
