# What open files tell of how they were opened.
import os
import tempfile
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
p = 'file'
for m in ['w','w+','wt','r','rt','r+','a','a+','x','x+','wb','wb+','w+b','rb','r+b','rb+','ab','ab+','xb','xb+','tr','U','+r']:
    if 'x' in m and os.path.exists(p): os.unlink(p)
    try:
        with open(p,m) as f: print(m, f.mode, getattr(getattr(f,'buffer',f),'mode',None), f)
    except Exception as e: print(m, type(e).__name__, e)
with open(p,'rb',buffering=0) as f: print(f.mode, f)
with open(p,'wb+',buffering=0) as f: print(f.mode, f)
import io, sys
f=open(p,'rb'); print(f); f.close(); print(f, f.mode)
f=open(p,'rb',0); f.close(); print(f)
f=open(p,'w'); f.close(); print(f)
t=io.TextIOWrapper(io.BytesIO()); print(t, hasattr(t,'mode'))
t=io.TextIOWrapper(open(p,'rb')); print(t, hasattr(t,'mode')); t.close()
print(sys.stdin.mode, sys.stdout.mode, sys.stderr.mode)
r,w=os.pipe(); f=open(r,'rb',0); print(str(f).replace(str(r),'N')); g=open(w,'w'); print(g.mode, str(g).replace(str(w),'N')); g.close(); f.close(); print(f)
f=io.FileIO(p,'w'); print(f); f.close()
class F(io.FileIO): pass
f=F(p); print(f); f.close(); print(f)

# The name of a file is the path that a path object stands for; FileIO keeps the object.
class Place:
    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return self.path


for place in (Place(os.devnull), Place(os.fsencode(os.devnull)), Place(3)):
    for make in (open, io.open, io.FileIO):
        try:
            with make(place) as f:
                print(type(f.name).__name__, end=' ')
        except TypeError as e:
            print(e, end=' ')
    print()
