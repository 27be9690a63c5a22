"""Coroutines that run concurrently in one thread."""
from .exceptions import BrokenBarrierError, CancelledError, IncompleteReadError, InvalidStateError, LimitOverrunError, \
    QueueEmpty, QueueFull, SendfileNotAvailableError, TimeoutError
from .events import (AbstractEventLoop, AbstractEventLoopPolicy, BaseEventLoop, DefaultEventLoopPolicy, Handle,
                     SelectorEventLoop, TimerHandle, _get_running_loop, _set_running_loop, get_event_loop,
                     get_event_loop_policy, get_running_loop, new_event_loop, set_event_loop, set_event_loop_policy)
from . import coroutines
from .futures import Future, isfuture, wrap_future
from .tasks import (ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION, Task, all_tasks, as_completed, create_task,
                    current_task, ensure_future, gather, iscoroutine, iscoroutinefunction, run_coroutine_threadsafe,
                    shield, sleep, to_thread, wait, wait_for, _enter_task, _leave_task, _register_task, _unregister_task)
from .locks import Barrier, BoundedSemaphore, Condition, Event, Lock, Semaphore
from .queues import LifoQueue, PriorityQueue, Queue
from .runners import Runner, run
from .timeouts import Timeout, timeout, timeout_at
from .taskgroups import TaskGroup

__all__ = ["BrokenBarrierError", "CancelledError", "IncompleteReadError", "InvalidStateError", "LimitOverrunError",
           "QueueEmpty", "QueueFull", "SendfileNotAvailableError", "TimeoutError", "AbstractEventLoop",
           "AbstractEventLoopPolicy", "BaseEventLoop", "DefaultEventLoopPolicy", "Handle", "SelectorEventLoop",
           "TimerHandle", "_get_running_loop", "_set_running_loop", "get_event_loop", "get_event_loop_policy",
           "get_running_loop", "new_event_loop", "set_event_loop", "set_event_loop_policy", "Future", "isfuture",
           "wrap_future", "ALL_COMPLETED", "FIRST_COMPLETED", "FIRST_EXCEPTION", "Task", "all_tasks", "as_completed",
           "create_task", "current_task", "ensure_future", "gather", "iscoroutine", "iscoroutinefunction",
           "run_coroutine_threadsafe", "shield", "sleep", "to_thread", "wait", "wait_for", "Barrier",
           "BoundedSemaphore", "Condition", "Event", "Lock", "Semaphore", "LifoQueue", "PriorityQueue", "Queue",
           "Runner", "run", "Timeout", "timeout", "timeout_at", "TaskGroup"]
