# Raw streams whose readinto() answers what it should not: an error at once, never a loop without end.
import io


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for answer in (-1, -(10**30), "x", 2.5, 10**30, None):
    class Raw(io.RawIOBase):
        calls = 0

        def readable(self):
            return True

        def readinto(self, b):
            self.calls += 1
            if self.calls > 20:
                raise RuntimeError("asked too often")
            return answer

    print(answer)
    attempt(lambda: Raw().readall())
    attempt(lambda: Raw().read(5))
    attempt(lambda: Raw().readline())
    if answer == -1:
        attempt(lambda: io.BufferedReader(Raw(), 10).read(5))
        attempt(lambda: io.BufferedReader(Raw(), 10).readline())
