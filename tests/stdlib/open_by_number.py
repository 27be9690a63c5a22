# Descriptors that open() is given, or gets from an opener.
for v in (-1, -2**70, -2**33):
    try: open(v)
    except Exception as e: print(v, type(e).__name__, e)
for v in (2**31, 2**40, 2**70, 999, True and 999):
    try: open(v)
    except Exception as e: print(v, type(e).__name__, e)
for v in (-3, 2**31, 2**70, 'x', 999):
    try: open('f', opener=lambda *a: v)
    except Exception as e: print(v, type(e).__name__, e)
import io
for v in (-1, 2**31, 2**70, 999, -2**40):
    try: io.FileIO(v)
    except Exception as e: print(v, type(e).__name__, e)
