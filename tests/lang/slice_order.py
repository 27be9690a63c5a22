# Slices compare as (start, stop, step).
import operator

values = [slice(1), slice(2), slice(1, 2), slice(1, 2, 3), slice(None, 1), slice('a'), slice(None), slice((1,)),
          slice([1], [2]), 1, None, (None, 1, None)]
for a in values:
    for b in values:
        for op in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
            try:
                print(a, op.__name__, b, op(a, b))
            except TypeError as e:
                print(a, op.__name__, b, e)
print(slice(1).__lt__(slice(2)), slice(1).__lt__(2), slice.__ge__(slice(1), slice(2)))
print(sorted([slice(None, 3), slice(None, 1)]), slice.__hash__)
s = slice(1, float('nan'))
print(s == s, s <= s, s < s, s >= s)


class Odd:
    def __eq__(self, other):
        return 'eq'

    def __lt__(self, other):
        return 'lt'


print(slice(Odd()) < slice(Odd()), slice(Odd()) == slice(Odd()), slice(Odd(), 1) < slice(Odd(), 2))
a, b = [], []
a.append(slice(a))
b.append(slice(b))
try:
    print(a[0] < b[0])
except RecursionError as e:
    print(e)
