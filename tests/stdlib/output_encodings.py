# What sys.stdout is told by reconfigure() holds for print() and write().
import io
import sys

out = sys.stdout
out.reconfigure(errors='backslashreplace')
print('\ud800é', out.errors)
out.write('\ud801\n')
print('\ud802', file=out)
out.reconfigure(encoding='ascii', errors='xmlcharrefreplace')
print('é€', out.encoding, flush=True)
out.reconfigure(encoding='ascii', errors='strict')
for text in ('é', 'a\ud800'):
    try:
        print(text)
    except UnicodeEncodeError as e:
        print(e)
out.reconfigure(encoding='utf-8', newline='\n')
print('é€', out.encoding, out.errors)
# what could not be encoded leaves nothing behind
raw = io.BytesIO()
text = io.TextIOWrapper(raw, 'ascii', newline='\r\n')
try:
    text.write('aé€b\n')
except UnicodeEncodeError as e:
    print(e)
print(text.write('b\n'))
text.flush()
print(raw.getvalue())
