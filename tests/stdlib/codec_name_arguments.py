# Names of encodings and error handlers that cannot be names, before anything else is looked at.
for a in [(None,'\ud800'),(None,'utf-8','\ud800'),(None,'\ud800','x'),(b'a','\ud800'),(b'a','utf-8','\ud800'),(5,'a\0b'),('x','utf-8'),(b'a','a\0b'),(b'\xff','utf-8','no\0'),(b'a',),(5,5),(b'a',None)]:
    try: print(str(*a))
    except Exception as e: print(type(e).__name__, e)
    for f in (bytes, bytearray):
        try: print(f(*a))
        except Exception as e: print(f.__name__, type(e).__name__, e)
    if isinstance(a[0], bytes):
      try: print(a[0].decode(*a[1:]))
      except Exception as e: print('decode', type(e).__name__, e)
for a in [('\ud800',),('utf-8','\ud800'),('a\0',),('utf-8','x\0')]:
    for o in ('x', '\xe9'):
      try: print(o.encode(*a))
      except Exception as e: print('encode', type(e).__name__, e)
