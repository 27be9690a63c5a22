# Buffers and raw streams that take themselves away from the files above them, which are at work. CPython dies of some of
# these.
import io


class Detaching(io.BytesIO):
    method = owner = None

    def leave(self, name):
        if self.method == name and self.owner is not None:
            owner, self.owner = self.owner, None
            owner.detach()

    def read(self, *args):
        self.leave('read')
        return super().read(*args)

    def read1(self, *args):
        self.leave('read1')
        return super().read1(*args)

    def write(self, data):
        self.leave('write')
        return super().write(data)

    def flush(self):
        self.leave('flush')

    def tell(self):
        self.leave('tell')
        return super().tell()

    def seek(self, *args):
        self.leave('seek')
        return super().seek(*args)


for method in ('read', 'read1', 'write', 'flush', 'tell', 'seek'):
    for name, use in (('read', lambda: f.read()), ('readline', lambda: f.readline()), ('flush', lambda: f.flush()),
                      ('write', lambda: f.write('b' * 10000)), ('tell', lambda: f.tell()),
                      ('seek', lambda: f.seek(1)), ('detach', lambda: f.detach()), ('close', lambda: f.close()),
                      ('truncate', lambda: f.truncate(2)), ('reconfigure', lambda: f.reconfigure(encoding='utf-16'))):
        buffer = Detaching(b'abc\ndef')
        f = io.TextIOWrapper(buffer, 'utf-8')
        f.write('x')
        buffer.method, buffer.owner = method, f
        del buffer
        try:
            use()
        except (ValueError, AttributeError):
            pass
        f = None
print('detached')


class Raw(io.RawIOBase):
    method = owner = None

    def leave(self, name):
        if self.method == name and self.owner is not None:
            owner, self.owner = self.owner, None
            try:
                owner.detach()
            except (ValueError, RuntimeError):
                pass

    def readable(self):
        return True

    writable = readable

    def seekable(self):
        self.leave('seekable')
        return True

    def readinto(self, buffer):
        self.leave('readinto')
        buffer[:3] = b'a\nb'
        return 3

    def write(self, data):
        self.leave('write')
        return min(len(data), 10000)

    def seek(self, *args):
        self.leave('seek')
        return 0

    def tell(self):
        self.leave('tell')
        return 0

    def truncate(self, *args):
        self.leave('truncate')
        return 0


for method in ('seekable', 'readinto', 'write', 'seek', 'tell', 'truncate'):
    for use in (lambda: f.read(2), lambda: f.readline(), lambda: f.flush(), lambda: f.write(b'b' * 40000),
                lambda: f.tell(), lambda: f.seek(1), lambda: f.close(), lambda: f.truncate(2), lambda: f.peek()):
        raw = Raw()
        f = io.BufferedRandom(raw)
        f.write(b'x')
        raw.method, raw.owner = method, f
        del raw
        try:
            use()
        except (ValueError, OSError, RuntimeError):
            pass
        f = None
print('taken apart')
