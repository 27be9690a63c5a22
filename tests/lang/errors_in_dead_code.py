for source in ["if 0: return", "if 0: yield", "while 0: return", "if 1:\n  pass\nelse:\n  break", "if 0:\n  for x in y: break\n  continue",
               "def f():\n  if 0: return 1", "class C:\n  if 0:\n    return", "if 0:\n  while 1:\n    break", "if 0:\n  def f(): return 1", "while 0: break",
               "if 0:\n  try: pass\n  finally: break", "if 0:\n  with a: return"]:
    try:
        compile(source, "x", "exec")
        print("ok")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset)
# a global statement inside a text that exec runs with namespaces of its own
space = {}
names = {}
exec("""
x = 7
def f():
    x = 1
    def g():
        global x
        return x
    return g()
print(f())
class Global:
    global y
    y = 13
print(y)
""", space, names)
print(sorted(n for n in space if not n.startswith("_")), sorted(names))
def outer():
    x = 1
    def inner(): return x
    return inner
for run in (eval, exec):
    try:
        run(outer().__code__)
    except TypeError as e:
        print(e)
