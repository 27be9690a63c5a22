# A constraint solver in the manner of deltablue: one-way constraints with strengths, chosen by virtual methods
class Strength:
    def __init__(self, level, name):
        self.level = level
        self.name = name

    def stronger(self, other):
        return self.level < other.level

    def weaker(self, other):
        return self.level > other.level


REQUIRED = Strength(0, 'required')
STRONG = Strength(1, 'strong')
NORMAL = Strength(2, 'normal')
WEAK = Strength(3, 'weak')
WEAKEST = Strength(4, 'weakest')


def weakest_of(a, b):
    return a if a.weaker(b) else b


class Variable:
    def __init__(self, name, value=0):
        self.name = name
        self.value = value
        self.constraints = []
        self.determined_by = None
        self.walk = WEAKEST
        self.stay = True
        self.mark = 0


class Constraint:
    is_input = False

    def __init__(self, strength):
        self.strength = strength
        self.satisfied = False

    def variables(self):
        raise NotImplementedError

    def attach(self, planner):
        for v in self.variables():
            v.constraints.append(self)
        planner.add(self)

    def detach(self, planner):
        if self.is_satisfied():
            planner.remove(self)
        for v in self.variables():
            v.constraints.remove(self)

    def is_satisfied(self):
        return self.satisfied

    def choose(self, mark):
        raise NotImplementedError

    def output(self):
        raise NotImplementedError

    def inputs(self):
        raise NotImplementedError

    def inputs_known(self, mark):
        for v in self.inputs():
            if not (v.mark == mark or v.stay or v.determined_by is None):
                return False
        return True

    def forget(self):
        self.satisfied = False

    def satisfy(self, mark, planner):
        self.choose(mark)
        if not self.is_satisfied():
            return None
        for v in self.inputs():
            v.mark = mark
        out = self.output()
        overridden = out.determined_by
        if overridden is not None:
            overridden.forget()
        out.determined_by = self
        planner.propagate(self, mark)
        out.mark = mark
        return overridden


class Unary(Constraint):
    def __init__(self, v, strength, planner):
        super().__init__(strength)
        self.v = v
        self.attach(planner)

    def variables(self):
        return (self.v,)

    def inputs(self):
        return ()

    def output(self):
        return self.v

    def choose(self, mark):
        self.satisfied = self.v.mark != mark and self.strength.stronger(self.v.walk)

    def recalculate(self):
        self.v.walk = self.strength
        self.v.stay = not self.is_input
        if self.v.stay:
            self.execute()

    def execute(self):
        pass


class Stay(Unary):
    pass


class Edit(Unary):
    is_input = True


class Binary(Constraint):
    def __init__(self, a, b, strength, planner):
        super().__init__(strength)
        self.a = a
        self.b = b
        self.direction = 0
        self.attach(planner)

    def variables(self):
        return (self.a, self.b)

    def is_satisfied(self):
        return self.direction != 0

    def forget(self):
        self.direction = 0

    def choose(self, mark):
        a, b, s = self.a, self.b, self.strength
        if a.mark == mark:
            self.direction = 1 if b.mark != mark and s.stronger(b.walk) else 0
        elif b.mark == mark:
            self.direction = -1 if s.stronger(a.walk) else 0
        elif a.walk.weaker(b.walk):
            self.direction = -1 if s.stronger(a.walk) else 0
        else:
            self.direction = 1 if s.stronger(b.walk) else 0

    def inputs(self):
        return (self.a,) if self.direction > 0 else (self.b,)

    def source(self):
        return self.a if self.direction > 0 else self.b

    def output(self):
        return self.b if self.direction > 0 else self.a

    def recalculate(self):
        source, out = self.source(), self.output()
        out.walk = weakest_of(self.strength, source.walk)
        out.stay = source.stay
        if out.stay:
            self.execute()


class Equal(Binary):
    def execute(self):
        self.output().value = self.source().value


class Scale(Binary):
    def __init__(self, a, scale, offset, b, strength, planner):
        self.scale = scale
        self.offset = offset
        super().__init__(a, b, strength, planner)

    def variables(self):
        return (self.a, self.b, self.scale, self.offset)

    def inputs(self):
        return (self.source(), self.scale, self.offset)

    def execute(self):
        if self.direction > 0:
            self.b.value = self.a.value * self.scale.value + self.offset.value
        else:
            self.a.value = (self.b.value - self.offset.value) // self.scale.value

    def recalculate(self):
        source, out = self.source(), self.output()
        out.walk = weakest_of(self.strength, source.walk)
        out.stay = source.stay and self.scale.stay and self.offset.stay
        if out.stay:
            self.execute()


class Planner:
    def __init__(self):
        self.mark = 0

    def new_mark(self):
        self.mark += 1
        return self.mark

    def add(self, c):
        mark = self.new_mark()
        overridden = c.satisfy(mark, self)
        while overridden is not None:
            overridden = overridden.satisfy(mark, self)

    def remove(self, c):
        out = c.output()
        c.forget()
        out.determined_by = None
        out.walk = WEAKEST
        out.stay = True
        unsatisfied = []
        todo = [out]
        while todo:
            v = todo.pop()
            for d in v.constraints:
                if not d.is_satisfied():
                    unsatisfied.append(d)
            for d in self.consumers(v):
                d.recalculate()
                todo.append(d.output())
        for strength in (REQUIRED, STRONG, NORMAL, WEAK):
            for d in unsatisfied:
                if d.strength is strength:
                    self.add(d)

    def consumers(self, v):
        return [c for c in v.constraints if c is not v.determined_by and c.is_satisfied() and c.output() is not v]

    def propagate(self, c, mark):
        todo = [c]
        while todo:
            d = todo.pop()
            d.recalculate()
            todo.extend(self.consumers(d.output()))

    def plan(self, sources):
        mark = self.new_mark()
        plan = []
        todo = [c for c in sources if c.is_satisfied() and c.is_input]
        while todo:
            c = todo.pop()
            out = c.output()
            if out.mark != mark and c.inputs_known(mark):
                plan.append(c)
                out.mark = mark
                todo.extend(self.consumers(out))
        return plan


def change(planner, v, values):
    edit = Edit(v, STRONG, planner)
    plan = planner.plan([edit])
    for x in values:
        v.value = x
        for c in plan:
            c.execute()
    edit.detach(planner)


def chain(n):
    planner = Planner()
    vs = [Variable('v%d' % i) for i in range(n + 1)]
    for a, b in zip(vs, vs[1:]):
        Equal(a, b, REQUIRED, planner)
    Stay(vs[-1], WEAK, planner)
    change(planner, vs[0], range(60))
    return vs[-1].value


def projection(n):
    planner = Planner()
    scale, offset = Variable('scale', 10), Variable('offset', 1000)
    sources, targets = [], []
    for i in range(n):
        a, b = Variable('a%d' % i, i), Variable('b%d' % i, i)
        Stay(a, NORMAL, planner)
        Scale(a, scale, offset, b, REQUIRED, planner)
        sources.append(a)
        targets.append(b)
    change(planner, sources[n // 2], range(40))
    change(planner, targets[n // 3], range(1000, 1400, 10))
    change(planner, scale, range(1, 11))
    change(planner, offset, range(0, 2000, 200))
    return sum(t.value for t in targets), sum(s.value for s in sources)


for size in (100, 200, 400, 800, 1600, 2400, 1200):
    print(size, chain(size), projection(size))
