"""torch.hub: the folder for downloaded models can be asked for and set; nothing is downloaded."""

import os

__all__ = ["download_url_to_file", "get_dir", "help", "list", "load", "load_state_dict_from_url", "set_dir"]

_folder = None


def get_dir():
    """The folder for downloaded models: set_dir's, or `hub` under TORCH_HOME or the user's cache folder."""
    if _folder is not None:
        return _folder
    cache = os.getenv("XDG_CACHE_HOME", "~/.cache")
    home = os.path.expanduser(os.getenv("TORCH_HOME", os.path.join(cache, "torch")))
    return os.path.join(home, "hub")


def set_dir(d):
    """Set the folder for downloaded models."""
    global _folder
    _folder = os.path.expanduser(d)


def load_state_dict_from_url(url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None,
                             weights_only=False):
    """Load weights that lie in the folder already under the URL's last part, or under file_name."""
    import torch

    name = file_name or os.path.basename(url.partition("?")[0])
    path = os.path.join(model_dir or os.path.join(get_dir(), "checkpoints"), name)
    if not os.path.exists(path):
        raise _no_download(f"{url}: put the file at {path}")
    return torch.load(path, map_location=map_location, weights_only=weights_only)


def _no_download(what):
    return NotImplementedError(f"torch.hub downloads nothing here: {what}")


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    """Not supported: nothing is downloaded."""
    raise _no_download(f"fetch {url} to {dst} by other means")


def load(repo_or_dir, model, *args, source="github", trust_repo=None, force_reload=False, verbose=True,
         skip_validation=False, **kwargs):
    """A model of a hubconf.py in a local folder: source="local"."""
    return _entry(repo_or_dir, model, source)(*args, **kwargs)


def list(github, force_reload=False, skip_validation=False, trust_repo=None, verbose=True):
    """Not supported: nothing is downloaded."""
    raise _no_download(f"repository {github}")


def help(github, model, force_reload=False, skip_validation=False, trust_repo=None, source="github"):
    """The docstring of a model of a hubconf.py in a local folder."""
    return _entry(github, model, source).__doc__


def _entry(folder, model, source):
    if source not in ("github", "local"):
        raise ValueError(f'Unknown source: "{source}". Allowed values: "github" | "local".')
    if source == "github":
        raise _no_download(f"give the folder of {folder} and source='local'")
    import importlib.util
    import sys

    path = os.path.join(folder, "hubconf.py")
    sys.path.insert(0, folder)
    try:
        spec = importlib.util.spec_from_file_location("hubconf.py", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(folder)
    entry = getattr(module, model, None)
    if not callable(entry):
        raise RuntimeError(f"Cannot find callable {model} in hubconf")
    return entry
