# array.array: every type code, its limits and messages, slices, pickles, views.
from array import array
import array as A
def t(f,*a,**k):
    try: print(repr(f(*a,**k)))
    except BaseException as e: print(type(e).__name__, e)
t(array); t(array,1); t(array,'x'); t(array,'bb'); t(array,'b','abc'); t(array,'b',[1,'a']); t(array,'b',[200]); t(array,'b',[-200]); t(array,'B',[-1]); t(array,'B',[256]);t(array,'h',[1<<20]);t(array,'h',[-1<<20]);t(array,'H',[1<<20]);t(array,'H',[-1]);t(array,'i',[1<<40]);t(array,'i',[1<<80]);t(array,'I',[1<<40]);t(array,'I',[-1]);t(array,'l',[1<<80]);t(array,'L',[1<<80]);t(array,'L',[-1]);t(array,'q',[1<<80]);t(array,'Q',[1<<80]);t(array,'Q',[-1]);t(array,'i',[1.5]);t(array,'f',['a']);t(array,'u','abc');t(array,'u',['ab']);t(array,'u',[1]);
a=array('i',[1,2,3]); t(a.append,'x'); t(lambda: a[5]); t(lambda: a['a']); t(a.index,9); t(a.remove,9); t(array('i').pop); t(a.pop,7); t(a.frombytes,b'abc'); t(a.frombytes,'abc'); t(a.fromlist,(1,)); t(a.fromlist,[1,'a']); t(a.extend,array('f',[1])); t(a.extend,5); t(lambda:a+array('f')); t(lambda:a+[1]); t(lambda: a*'a'); t(a.tounicode); t(a.fromunicode,'a'); t(a.byteswap); print(a); t(lambda: a.__setitem__(slice(0,1),[1])); t(lambda: a.__setitem__(slice(0,3,2),array('i',[1]))); t(lambda: a.__setitem__(slice(0,1),array('f',[1])));t(array('u','ab').tounicode); t(array,'i',array('u','a'));t(array, 'f', array('i',[1])); t(lambda: a.__reduce_ex__(3)); t(lambda: a.__reduce_ex__(2)); print(a.buffer_info()[1], a.itemsize, a.typecode); t(array('B',[1]).__reduce_ex__, 4); t(a.tofile, 5); 
import io
t(a.fromfile, io.BytesIO(b'abc'), 1); t(a.index, 1, 2, 3); print(array('b').__sizeof__()); print(A.__all__ if hasattr(A,'__all__') else None, A.typecodes, [x for x in dir(A.array) if not x.startswith('__')]); m=memoryview(a); t(a.append, 1); print(m.format, m.itemsize, m.nbytes, m.tolist(), m.shape, m.strides); t(array, 'w'); t(array, 'i', b'abc'); t(array,'i', b'abcd'); t(a.__iadd__, [1]); t(a.__imul__,'a'); t(a.insert,'a',1); t(array,'i',[1],[2]); t(array,typecode='i'); print(array('i',[1])==array('f',[1]), array('i',[1,2])<array('i',[1,3]), array('i',[1])==[1]); print(A.ArrayType is array)
t(array,'d',[1.5,float('nan')])
print(array.__doc__ is not None, array.__module__)
t(lambda: a.__delitem__(9)); t(lambda: a.__setitem__(9,1))
import copy, pickle
for code in A.typecodes:
    x = array(code, "héllo" if code == "u" else [1, 2, 3, 100])
    y = pickle.loads(pickle.dumps(x))
    print(x, y == x, copy.copy(x) == x, x[1:3], x[::-1], x.itemsize, len(x.tobytes()), list(x), 2 in x, x.count(x[0]))
x = array('i', range(10))
x[2:5] = array('i', [7, 7]); print(x); del x[::3]; print(x); x[1:1] = array('i', [0] * 3); print(x)
x *= 2; print(x, x + x[:1], 2 * x[:2]); x.reverse(); x.insert(-1, 99); print(x.pop(0), x.index(99), x)
m = memoryview(array('d', [1, 2, 3])); m[1] = 5.5; print(m.tolist(), m.obj, m[::-1].tolist(), m.cast('B').nbytes)
print(bytes(array('H', [1, 2])), bytearray(array('b', b'ab')), b''.join([array('b', b'xy')]), array('B', b'ab') == array('B', [97, 98]))
class Sub(array):
    pass
s = Sub('i', [1]); s.tag = 5; print(s, type(s[:]).__name__, s.tag, isinstance(s, array))
from collections.abc import MutableSequence; print(isinstance(x, MutableSequence))
