# A stream that stands in a name at the end of the program is closed then.
import io


class End(io.RawIOBase):
    def __init__(self, name):
        self.name = name

    def close(self):
        if not self.closed:
            print("close", self.name)
        super().close()


left = End("left")
