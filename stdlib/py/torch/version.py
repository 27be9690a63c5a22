"""What this build says it is."""

__version__ = "2.13.0+cpu"
debug = False
cuda = None
git_version = "unknown"
hip = None
xpu = None
rocm = None
