# exit: 1
# So is the message of an exit.
import atexit
import io
import sys

sys.stderr = io.StringIO()
atexit.register(lambda: print(repr(sys.stderr.getvalue())))
sys.exit('gone')
