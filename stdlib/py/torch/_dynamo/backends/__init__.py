"""Backends of capture."""
