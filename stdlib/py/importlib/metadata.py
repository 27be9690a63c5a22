"""Versions of installed packages."""


class PackageNotFoundError(ModuleNotFoundError):
    def __str__(self):
        return f"No package metadata was found for {self.name}"

    @property
    def name(self):
        return self.args[0]


def version(distribution_name):
    """The version of a package."""
    if distribution_name == "torch":
        import torch
        return torch.__version__
    raise PackageNotFoundError(distribution_name)
