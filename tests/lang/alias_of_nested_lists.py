# The text of list[...] of a list that holds itself, or that is nested very deep, ends.
loop = [1]
loop.append(loop)
try:
    text = repr(list[loop])
    print(len(text) < 100)
except RecursionError:
    print(True)
deep = []
for _ in range(100000):
    deep = [deep]
try:
    repr(list[deep])
except RecursionError as error:
    print(type(error).__name__)
while deep:
    deep = deep.pop()
