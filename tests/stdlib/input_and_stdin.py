# stdin: first
# stdin: second
# stdin: third
# stdin: fourth
# stdin: fifth and sixth
# stdin: seventh
# stdin: rest
# stdin: one more
# stdin: end
# input() and sys.stdin read the same lines, whoever comes first.
print(input())
import sys
print(repr(sys.stdin.readline()))
print(input())
print(repr(next(sys.stdin)))
print(sys.stdin.read(6))
print(input('prompt: '))
for line in sys.stdin:
    print(repr(line), input())
try:
    input()
except EOFError as e:
    print(e)
