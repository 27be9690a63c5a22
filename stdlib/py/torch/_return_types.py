"""Named tuples of results: torch.return_types.max and its kind."""


def make(name, fields):
    """A tuple class with named items; repr is PyTorch's."""
    fields = tuple(fields)
    members = {"__module__": "torch.return_types", "_fields": fields, "n_fields": len(fields)}
    for i, field in enumerate(fields):
        members[field] = property(lambda self, i=i: self[i])

    def __repr__(self):
        lines = ",\n".join(f"{field}={value!r}" for field, value in zip(fields, self))
        return f"torch.return_types.{name}(\n{lines})"

    members["__repr__"] = __repr__
    return type(name, (tuple,), members)
