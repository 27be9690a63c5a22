# What a raw stream did not take stays in the buffer: the next flush writes it.
import errno
import io


class Raw(io.RawIOBase):
    def __init__(self):
        self.step = 0
        self.got = b""

    def writable(self):
        return True

    def write(self, data):
        data = bytes(data)
        self.step += 1
        if self.step == 1:
            raise OSError(errno.ENOSPC, "full")
        if self.step == 2:
            self.got += data[:2]
            return 2
        if self.step == 3:
            return None
        self.got += data
        return len(data)


raw = Raw()
out = io.BufferedWriter(raw)
out.write(b"abcdef")
for _ in range(3):
    try:
        out.flush()
        print("flushed", raw.got)
    except OSError as e:
        print(type(e).__name__, raw.got)
out.write(b"gh")
out.flush()
print(raw.got)
