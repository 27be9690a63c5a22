"""Optimizer, the base class: groups of parameters with their settings, state by parameter, hooks, saving, loading."""

import functools
from collections import defaultdict

import _torch
from torch.utils.hooks import RemovableHandle

__all__ = ["Optimizer", "register_optimizer_step_post_hook", "register_optimizer_step_pre_hook"]


class _Required:
    """In place of a default: each group must bring the setting itself."""

    def __repr__(self):
        return "<required parameter>"


required = _Required()

# The hooks of an optimizer, each kind in a dict from the handle's number to the function. Those of steps also exist for
# all optimizers together.
_KINDS = [
    f"_optimizer_{event}_{when}_hooks"
    for event in ("step", "state_dict", "load_state_dict")
    for when in ("pre", "post")
]
_BEFORE, _AFTER = _KINDS[:2]
_everywhere = {_BEFORE: {}, _AFTER: {}}


def _listen(table, hook, first=False):
    """Add a hook, before those that are there if `first`; the handle takes it away again."""
    handle = RemovableHandle(table)
    others = dict(table) if first else {}
    for number in others:
        del table[number]
    table[handle.id] = hook
    table.update(others)
    return handle


def register_optimizer_step_pre_hook(hook):
    """Run hook(optimizer, args, kwargs) before every step of every optimizer."""
    return _listen(_everywhere[_BEFORE], hook)


def register_optimizer_step_post_hook(hook):
    """Run hook(optimizer, args, kwargs) after every step of every optimizer."""
    return _listen(_everywhere[_AFTER], hook)


def _same_or(given, changed):
    """What a hook returned, or what it was given where it returned nothing."""
    return given if changed is None else changed


class Optimizer:
    """Holds parameters in groups that may have different settings. A subclass defines step()."""

    def __init__(self, params, defaults):
        _hook_own_step(type(self))
        vars(self).update({kind: {} for kind in _KINDS})
        if isinstance(params, _torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
                            + params.type())
        self.defaults, self.state, self.param_groups = defaults, defaultdict(dict), []
        given = list(params)
        if not given:
            raise ValueError("optimizer got an empty parameter list")
        for group in given if isinstance(given[0], dict) else [{"params": given}]:
            self.add_param_group(dict(group))

    def __getstate__(self):
        return {name: vars(self)[name] for name in ("defaults", "state", "param_groups")}

    def __setstate__(self, state):
        for kind in _KINDS:
            vars(self).setdefault(kind, {})
        vars(self).update(state)
        self.defaults.setdefault("differentiable", False)

    def __repr__(self):
        text = f"{type(self).__name__} ("
        for number, group in enumerate(self.param_groups):
            settings = [f"    {name}: {group[name]}\n" for name in sorted(set(group) - {"params"})]
            text += f"\nParameter Group {number}\n" + "".join(settings)
        return text + ")"

    # Hooks.

    def register_step_pre_hook(self, hook):
        """Run hook(optimizer, args, kwargs) before step; it may return new args and kwargs."""
        return _listen(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook):
        """Run hook(optimizer, args, kwargs) after step."""
        return _listen(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook, prepend=False):
        """Run hook(optimizer) before state_dict."""
        return _listen(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        """Run hook(optimizer, state_dict) after state_dict; it may return another one."""
        return _listen(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        """Run hook(optimizer, state_dict) before load_state_dict; it may return another one."""
        return _listen(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        """Run hook(optimizer) after load_state_dict."""
        return _listen(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    def _has_step_hooks(self):
        mine = self._optimizer_step_pre_hooks or self._optimizer_step_post_hooks
        return bool(mine or _everywhere[_BEFORE] or _everywhere[_AFTER])

    def _hooked(self, step, args, kwargs):
        """Take a step between its hooks."""
        for hook in [*_everywhere[_BEFORE].values(), *self._optimizer_step_pre_hooks.values()]:
            answer = hook(self, args, kwargs)
            if isinstance(answer, tuple) and len(answer) == 2:
                args, kwargs = answer
            elif answer is not None:
                raise RuntimeError(
                    f"{type(self).step} must return None or a tuple of (new_args, new_kwargs), but got {answer}."
                )
        result = step(*args, **kwargs)
        for hook in [*self._optimizer_step_post_hooks.values(), *_everywhere[_AFTER].values()]:
            hook(self, args, kwargs)
        return result

    # State.

    def _numbers(self):
        """Numbers of parameters by their identity, in the order of the groups."""
        numbers = {}
        for group in self.param_groups:
            for parameter in group["params"]:
                numbers.setdefault(id(parameter), len(numbers))
        return numbers

    def state_dict(self):
        """The state by numbers of parameters, and the groups with such numbers."""
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers = self._numbers()
        saved = {"state": {}, "param_groups": []}
        for key, value in self.state.items():
            saved["state"][numbers[id(key)] if isinstance(key, _torch.Tensor) else key] = value
        for group in self.param_groups:
            settings = {name: group[name] for name in group if name != "params"}
            saved["param_groups"].append(settings | {"params": [numbers[id(p)] for p in group["params"]]})
        for hook in self._optimizer_state_dict_post_hooks.values():
            saved = _same_or(saved, hook(self, saved))
        return saved

    def load_state_dict(self, state_dict):
        """Restore what state_dict returned; state takes the dtype and device of its parameter."""
        from copy import deepcopy

        loaded = dict(state_dict)
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            loaded = _same_or(loaded, hook(self, loaded))
        settings = deepcopy(loaded["param_groups"])
        if len(settings) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        owners = {}
        for mine, other in zip(self.param_groups, settings):
            if len(mine["params"]) != len(other["params"]):
                raise ValueError("loaded state dict contains a parameter group that doesn't match the size of "
                                 "optimizer's group")
            owners.update(zip(other["params"], mine["params"]))
            other["params"] = mine["params"]
            if "param_names" in mine:
                other.setdefault("param_names", mine["param_names"])
        state = defaultdict(dict)
        for key, value in loaded["state"].items():
            owner = owners.get(key)
            state[key if owner is None else owner] = value if owner is None else _fit(value, owner)
        self.__setstate__({"state": state, "param_groups": settings})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    # Steps.

    def zero_grad(self, set_to_none=True):
        """Drop the gradients of all parameters, or fill them with zeros."""
        for group in self.param_groups:
            for parameter in group["params"]:
                grad = parameter.grad
                if grad is None:
                    continue
                if set_to_none:
                    parameter.grad = None
                else:
                    (grad.requires_grad_(False) if grad.grad_fn is None else grad.detach_()).zero_()

    def step(self, closure=None):
        """Change the parameters by their gradients."""
        raise NotImplementedError

    def add_param_group(self, param_group):
        """Add parameters with settings of their own; what they leave open is taken from the defaults."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        _list_parameters(param_group)
        for parameter in param_group["params"]:
            self._check_parameter(parameter)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, default)
        self._check_disjoint(param_group)
        self.param_groups.append(param_group)

    def _check_parameter(self, parameter):
        if not isinstance(parameter, _torch.Tensor):
            from torch import typename

            raise TypeError("optimizer can only optimize Tensors, but one of the params is " + typename(parameter))
        if not (self.defaults.get("differentiable") or parameter.is_leaf or parameter.retains_grad):
            raise ValueError("can't optimize a non-leaf Tensor")

    def _check_disjoint(self, added):
        """A parameter must not be moved twice in a step."""
        new = {id(p) for p in added["params"]}
        if len(new) < len(added["params"]):
            import warnings

            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
                "see github.com/pytorch/pytorch/issues/40967 for more information",
                stacklevel=4,
            )
        for group in self.param_groups:
            if any(id(p) in new for p in group["params"]):
                raise ValueError("some parameters appear in more than one parameter group")
            if ("param_names" in group) is not ("param_names" in added):
                raise ValueError(
                    "all optimizer param groups should be with/without names. cannot add param group "
                    f"{'with' if 'param_names' in added else 'without'} names to the optimizer"
                )


def _list_parameters(group):
    """Make a list of a group's parameters, and one of their names if they are pairs of name and parameter."""
    given = group["params"]
    if isinstance(given, set):
        raise TypeError(
            "optimizer parameters need to be organized in ordered collections, but "
            "the ordering of tensors in sets will change between runs. Please use a list instead."
        )
    given = [given] if isinstance(given, _torch.Tensor) else list(given)
    group["params"] = [item[1] if isinstance(item, tuple) else item for item in given]
    names = [item[0] for item in given if isinstance(item, tuple)]
    if names:
        if len(names) < len(given):
            raise ValueError("all optimizer params should be with/without names. Some param names are missing")
        group["param_names"] = names


def _fit(value, owner, name=None):
    """Loaded state as it suits a parameter; counters of steps stay what they are."""
    if isinstance(value, dict):
        return {key: _fit(part, owner, key) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_fit(part, owner, name) for part in value)
    if not isinstance(value, _torch.Tensor) or name == "step":
        return value
    return value.to(owner.device, owner.dtype if owner.is_floating_point() else value.dtype)


def _hook_own_step(cls):
    """Wrap the step of a subclass in what runs the hooks."""
    own = cls.step
    if getattr(own, "hooked", False):
        return

    @functools.wraps(own)
    def step(*args, **kwargs):
        return args[0]._hooked(own, args, kwargs)

    step.hooked = True
    cls.step = step
