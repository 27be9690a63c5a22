"""The mark of objects whose calls give coroutines."""
_is_coroutine = object()
