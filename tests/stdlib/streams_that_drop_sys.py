# Streams of a script are flushed at its end, and may then take away the module they were found in.
import os
import sys


class Stream:
    closed = False

    def __init__(self, name):
        self.name = name

    def write(self, text):
        return len(text)

    def flush(self, write=os.write):
        write(1, f'flush of {self.name}\n'.encode())
        del sys.modules['sys']
        sys.__dict__.clear()
        globals().clear()


print('the end', flush=True)
sys.stdout = Stream('stdout')
