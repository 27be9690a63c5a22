import types, collections
# str() of a mapping proxy is that of what it shows; repr() names the proxy.
for m in ({'a': 1}, collections.OrderedDict(x=2), collections.Counter('aab')):
    p = types.MappingProxyType(m)
    print(p, str(p), repr(p), f'{p} {p!r}', '%s' % p)
class E:
    A = 1
print(str(vars(E))[:15], repr(vars(E))[:15])
