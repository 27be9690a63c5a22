"""Named tuples of results; each is made when an op first returns one."""
