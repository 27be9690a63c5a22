"""Users and groups by name and number, as the system's tables have them."""


def _rows(kind):
    with open("/etc/passwd" if kind == "user" else "/etc/group") as table:
        for line in table:
            name, _, number, *_ = line.split(":")
            yield name, int(number)


def number_of(name, kind):
    """The number of a user or group, or None."""
    return dict(_rows(kind)).get(name)


def groups_of(user, group):
    """The numbers of the groups that a user is in, and of one more."""
    found = [group]
    with open("/etc/group") as table:
        for line in table:
            _, _, number, members, *_ = line.rstrip("\n").split(":")
            if user in members.split(",") and int(number) not in found:
                found.append(int(number))
    return found


def name_of(number, kind):
    """The name of a user or group; KeyError for a number without one."""
    for name, known in _rows(kind):
        if known == number:
            return name
    call, what = ("getpwuid", "uid") if kind == "user" else ("getgrgid", "gid")
    raise KeyError(f"{call}(): {what} not found: {number}")
