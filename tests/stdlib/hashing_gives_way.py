# Other threads run while a large buffer is hashed.
import hashlib
import threading
import time

counted, over = 0, False


def count():
    global counted
    while not over:
        counted += 1


thread = threading.Thread(target=count)
thread.start()
while not counted:
    time.sleep(0.001)
data = bytes(1 << 26)
for make in (hashlib.sha256, hashlib.sha512, hashlib.blake2b):
    before = counted
    digest = make(data).hexdigest()
    print(make.__name__.removeprefix('openssl_'), counted > before, digest[:16])
over = True
thread.join()
