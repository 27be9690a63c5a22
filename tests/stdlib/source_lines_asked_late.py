# linecache asks loaders when lines are wanted.
import linecache


class Loader:
    def __init__(self, source):
        self.source = source

    def get_source(self, name):
        print('asked for', name)
        if isinstance(self.source, Exception):
            raise self.source
        return self.source


linecache.cache['x'] = (lambda: 'a\nb',)
print(linecache.checkcache(), len(linecache.cache['x']))
print(linecache.getlines('x'), linecache.cache['x'])
linecache.cache['x'] = (lambda: None,)
print(linecache.getlines('x'), repr(linecache.getline('x', 1)), len(linecache.cache['x']))
linecache.clearcache()
names = {'__name__': 'nn', '__loader__': Loader('first\nsecond')}
print(linecache.lazycache('nofile.py', names), len(linecache.cache['nofile.py']))
print(linecache.lazycache('nofile.py', names))
print(repr(linecache.getline('nofile.py', 2)), linecache.cache['nofile.py'])
print(linecache.lazycache('nofile.py', names))
for name in ('<a>', '', 'b'):
    for globals in (None, {}, {'__name__': 'nn'}, {'__name__': '', '__loader__': Loader('')}):
        print(repr(name), linecache.lazycache(name, globals))
print(linecache.getlines('nofile2.py', names), linecache.getlines('nofile3.py'))
linecache.checkcache('nofile2.py')
print(sorted(linecache.cache))
for source in (None, ImportError('no'), OSError('no')):
    print(linecache.getlines('nofile4.py', {'__name__': 'four', '__loader__': Loader(source)}))
    linecache.clearcache()
