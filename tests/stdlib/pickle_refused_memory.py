# Lists of a pickle that ends for want of memory have one owner: --stress=memory refuses some of the loads.
import pickle
body = b'\x80\x04]\x94(' + b']'*3000 + b'e.'
n=0
for i in range(300):
    try: r=pickle.loads(body)
    except MemoryError: n+=1
print('end')
