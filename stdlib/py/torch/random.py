"""The default generator."""

import _torch

__all__ = ["set_rng_state", "get_rng_state", "manual_seed", "seed", "initial_seed", "fork_rng", "default_generator"]

default_generator = _torch.default_generator


def set_rng_state(new_state):
    """Restore the state of the default generator."""
    default_generator.set_state(new_state)


def get_rng_state():
    """The state of the default generator."""
    return default_generator.get_state()


def manual_seed(seed):
    """Seed the default generator."""
    return default_generator.manual_seed(int(seed))


def seed():
    """Seed the default generator with a random number."""
    return default_generator.seed()


def initial_seed():
    """What the default generator was seeded with."""
    return default_generator.initial_seed()


class fork_rng:
    """Restores the default generator at the end."""

    def __init__(self, devices=None, enabled=True, _caller="fork_rng", _devices_kw="devices", device_type="cuda"):
        self.enabled, self.state = enabled, None

    def __enter__(self):
        self.state = default_generator.get_state() if self.enabled else None

    def __exit__(self, kind, value, trace):
        if self.state is not None:
            default_generator.set_state(self.state)

    def __call__(self, func):
        def forked(*args, **kwargs):
            with fork_rng(enabled=self.enabled):
                return func(*args, **kwargs)

        return forked
