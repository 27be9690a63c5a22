# An event queue of dataclasses on a heap: customers, tellers, statistics
import heapq
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import List, Optional


class Kind(Enum):
    ARRIVE = 1
    START = 2
    LEAVE = 3


@dataclass(order=True)
class Event:
    time: float
    order: int
    kind: Kind = field(compare=False)
    customer: 'Customer' = field(compare=False, repr=False, default=None)


@dataclass
class Customer:
    ident: int
    arrived: float
    started: Optional[float] = None
    left: Optional[float] = None

    @property
    def waited(self):
        return self.started - self.arrived


@dataclass(frozen=True)
class Settings:
    tellers: int = 3
    mean_gap: float = 1.0
    service: float = 2.6


@dataclass
class Bank:
    settings: Settings
    queue: List[Event] = field(default_factory=list)
    waiting: List[Customer] = field(default_factory=list)
    done: List[Customer] = field(default_factory=list)
    busy: int = 0
    now: float = 0.0
    count: int = 0
    seed: int = 12345

    def random(self):
        self.seed = (self.seed * 1103515245 + 12345) % 2147483648
        return self.seed / 2147483648

    def post(self, delay, kind, customer):
        self.count += 1
        heapq.heappush(self.queue, Event(self.now + delay, self.count, kind, customer))

    def arrive(self, event):
        self.waiting.append(event.customer)
        self.post(0.0, Kind.START, None)
        self.post(self.random() * 2 * self.settings.mean_gap, Kind.ARRIVE,
                  Customer(event.customer.ident + 1, self.now))

    def start(self, event):
        if self.busy < self.settings.tellers and self.waiting:
            customer = self.waiting.pop(0)
            customer.started = self.now
            self.busy += 1
            self.post(self.random() * 2 * self.settings.service, Kind.LEAVE, customer)

    def leave(self, event):
        self.busy -= 1
        event.customer.left = self.now
        self.done.append(replace(event.customer, ident=-event.customer.ident))
        self.post(0.0, Kind.START, None)

    def run(self, events):
        handlers = {Kind.ARRIVE: self.arrive, Kind.START: self.start, Kind.LEAVE: self.leave}
        self.post(0.0, Kind.ARRIVE, Customer(0, 0.0))
        for _ in range(events):
            event = heapq.heappop(self.queue)
            self.now = event.time
            if event.kind is Kind.ARRIVE:
                event.customer.arrived = self.now
            handlers[event.kind](event)


bank = Bank(Settings(tellers=3))
bank.run(80000)
waits = [c.waited for c in bank.done]
print(len(bank.done), '%.4f %.4f %.4f' % (sum(waits) / len(waits), max(waits), bank.now))
print(bank.done[0], bank.settings == Settings(3), hash(bank.settings) == hash(Settings(3)))
print(sorted(bank.queue)[0], Event(1.0, 2, Kind.LEAVE) < Event(1.0, 3, Kind.ARRIVE))
