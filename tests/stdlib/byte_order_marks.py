# The byte order mark stands once, at the beginning of a file; what follows a big-endian one is big-endian.
import tempfile
import io
path = tempfile.mkdtemp() + "/marks"
for enc in ('utf-16','utf-32','utf-8-sig','utf-16-le'):
    with open(path,'w',encoding=enc) as f: f.write('a'); f.write('b\n'); print('c',file=f)
    print(open(path,'rb').read())
    with open(path,'a',encoding=enc) as f: f.write('d')
    print(open(path,'rb').read())
    print(repr(open(path,encoding=enc).read()), [*open(path,encoding=enc)])
    with open(path,'w+',encoding=enc) as f:
        f.write('xy'); f.seek(0); print(repr(f.read())); f.seek(0); f.write('z'); f.seek(0); f.truncate(); f.write('q')
    print(open(path,'rb').read())
    b=io.BytesIO(); t=io.TextIOWrapper(b,enc); t.write('1'); t.write('2'); t.flush(); print(b.getvalue())
import csv,codecs,os
for enc in ('utf-16','utf-32','utf-8-sig'):
    with open(path,'w',encoding=enc,newline='') as f:
        w=csv.writer(f); w.writerow(['a','é']); w.writerows([[1,2],[3,4]])
    print(open(path,'rb').read()[:40])
    big=''.join(f'line {i} é€𝒳\n' for i in range(5000))
    with open(path,'w',encoding=enc) as f: f.write(big[:100]); f.write(big[100:])
    print(open(path,encoding=enc).read()==big, [*open(path,encoding=enc)]==big.splitlines(True))
    with open(path,'wb') as f: f.write(codecs.BOM_UTF16_BE+big.encode('utf-16-be') if enc=='utf-16' else codecs.BOM_UTF32_BE+big.encode('utf-32-be') if enc=='utf-32' else b'')
    print(open(path,encoding=enc).read()==big, [*open(path,encoding=enc)]==big.splitlines(True))
    with open(path,'w+',encoding=enc) as f:
        print(f.tell()); f.write('ab\ncd\n'); print(f.tell()); f.seek(0); print(f.readline(),f.tell()); p=f.tell(); print(f.read(),f.tell()); f.seek(p); print(f.read()); f.seek(0,2); f.write('ef'); f.seek(0); print(f.read())
        f.seek(0); f.write('Z')
    print(open(path,'rb').read())
    with open(path,encoding=enc) as f: print(f.tell(), f.readline(), f.tell())
    r,w=os.pipe(); f=open(w,'w',encoding=enc); f.write('a'); f.write('b'); f.close(); print(os.read(r,100)); os.close(r)
    with codecs.open(path,'w',enc) as f: f.write('a'); f.write('b')
    print(open(path,'rb').read())
    with open(path,'w',encoding=enc) as f: print('x','y',1,file=f,sep=',')
    print(open(path,'rb').read())
    t=io.TextIOWrapper(io.BytesIO(b''),encoding='ascii',write_through=True); t.write('q'); t.reconfigure(encoding=enc); t.write('r'); t.write('s'); print(t.buffer.getvalue())
os.remove(path)
os.rmdir(os.path.dirname(path))
