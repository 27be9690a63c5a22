"""What of queue is written in C in CPython."""
from queue import Empty, SimpleQueue
