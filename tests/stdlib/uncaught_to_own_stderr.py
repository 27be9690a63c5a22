# exit: 1
# An exception that nobody catches is told to the sys.stderr that the script has put in place.
import atexit
import sys


class Kept:
    text = ''

    def write(self, text):
        self.text += text
        return len(text)

    def flush(self):
        pass


@atexit.register
def show():
    lines = sys.stderr.text.splitlines()
    print(lines[0], lines[-1])


sys.stderr = Kept()
raise ValueError('not lost')
