# Order of integers of every size and sign, in values and in branches.
values = [0, 1, -1, 2, -5, 100, -100, 2 ** 31, -2 ** 31, 2 ** 47, -2 ** 47, 2 ** 48 - 1, -2 ** 48, 2 ** 70, -2 ** 70]


def branch(a, b):
    out = ""
    if a < b:
        out += "<"
    if a <= b:
        out += "="
    if a > b:
        out += ">"
    if not a >= b:
        out += "!"
    while a < -3 < b:
        out += "w"
        break
    if a < 0:
        out += "n"
    return out


print(sorted(values))
print(min(values), max(values))
for a in values:
    print(a, [(a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) for b in values],
          [branch(a, b) for b in values], a < 0.5, -0.5 < a)
