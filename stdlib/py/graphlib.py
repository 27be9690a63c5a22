"""Graphs in topological order."""
from types import GenericAlias

__all__ = ["TopologicalSorter", "CycleError"]


class CycleError(ValueError):
    """The graph has a cycle, which is the second argument."""


class TopologicalSorter:
    """Gives the nodes of a graph behind those that they depend on."""

    def __init__(self, graph=None):
        self._predecessors = {}  # node: how many it waits for
        self._successors = {}
        self._ready = None
        self._passed = 0
        self._done = 0
        self._state = {}
        if graph is not None:
            for node, before in graph.items():
                self.add(node, *before)

    def _node(self, node):
        if node not in self._predecessors:
            self._predecessors[node] = 0
            self._successors[node] = []

    def add(self, node, *predecessors):
        """A node and what it depends on."""
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        self._node(node)
        self._predecessors[node] += len(predecessors)
        for p in predecessors:
            self._node(p)
            self._successors[p].append(node)

    def prepare(self):
        """Look for cycles; no nodes can be added from here on."""
        if self._ready is not None:
            raise ValueError("cannot prepare() more than once")
        self._ready = [n for n, count in self._predecessors.items() if count == 0]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError("nodes are in a cycle", cycle)

    def get_ready(self):
        """The nodes that wait for nothing more."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        result = tuple(self._ready)
        for n in result:
            self._state[n] = "out"
        self._ready.clear()
        self._passed += len(result)
        return result

    def is_active(self):
        """Is there more to do?"""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        return self._done < self._passed or bool(self._ready)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        """Nodes that get_ready() gave are dealt with."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        for node in nodes:
            if node not in self._predecessors:
                raise ValueError(f"node {node!r} was not added using add()")
            state = self._state.get(node)
            if state != "out":
                if state == "done":
                    raise ValueError(f"node {node!r} was already marked done")
                raise ValueError(f"node {node!r} was not passed out (still not ready)")
            self._state[node] = "done"
            self._done += 1
            for successor in self._successors[node]:
                self._predecessors[successor] -= 1
                if self._predecessors[successor] == 0:
                    self._ready.append(successor)

    def _find_cycle(self):
        stack = []
        nexts = []
        seen = set()
        where = {}
        for node in self._successors:
            if node in seen:
                continue
            while True:
                if node in seen:
                    if node in where:
                        return stack[where[node]:] + [node]
                else:
                    seen.add(node)
                    nexts.append(iter(self._successors[node]))
                    where[node] = len(stack)
                    stack.append(node)
                while stack:
                    try:
                        node = next(nexts[-1])
                        break
                    except StopIteration:
                        del where[stack.pop()]
                        nexts.pop()
                else:
                    break
        return None

    def static_order(self):
        """All nodes in order."""
        self.prepare()
        while self.is_active():
            group = self.get_ready()
            yield from group
            self.done(*group)

    __class_getitem__ = classmethod(GenericAlias)
