# Exception-driven parsing: values tried as int, float, list, pair; a recursive-descent parser that backtracks by raising
class ParseError(Exception):
    def __init__(self, message, at):
        super().__init__(message)
        self.at = at


class Parser:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def expect(self, c):
        if self.text[self.at:self.at + 1] != c:
            raise ParseError(f'expected {c!r}', self.at)
        self.at += 1

    def attempt(self, rule):
        start = self.at
        try:
            return rule()
        except ParseError:
            self.at = start
            return None

    def number(self):
        start = self.at
        while self.text[self.at:self.at + 1].isdigit():
            self.at += 1
        if start == self.at:
            raise ParseError('expected a number', start)
        return int(self.text[start:self.at])

    def group(self):
        self.expect('(')
        value = self.sum()
        self.expect(')')
        return value

    def negative(self):
        self.expect('-')
        return -self.atom()

    def atom(self):
        for rule in (self.group, self.negative):
            value = self.attempt(rule)
            if value is not None:
                return value
        return self.number()

    def product(self):
        value = self.atom()
        while True:
            try:
                self.expect('*')
            except ParseError:
                return value
            value = value * self.atom() % 1000003

    def sum(self):
        value = self.product()
        while True:
            try:
                self.expect('+')
            except ParseError as error:
                assert error.at == self.at
                return value
            value += self.product()


def convert(s):
    try:
        return int(s)
    except ValueError:
        pass
    try:
        return float(s)
    except ValueError:
        pass
    try:
        key, value = s.split('=')
        return {key: convert(value)}
    except ValueError:
        return s


def lookup(tables, key):
    for t in tables:
        try:
            return t[key]
        except (KeyError, IndexError, TypeError):
            continue
        finally:
            lookup.tries += 1
    raise LookupError(key)


lookup.tries = 0
fields = ['12', '3.5', 'abc', 'k=7', 'a=b=c', '1e3', '-4', 'x=2.5', '', 'nan?'] * 3000
kinds = {}
for s in fields:
    name = type(convert(s)).__name__
    kinds[name] = kinds.get(name, 0) + 1
print(sorted(kinds.items()))

text = '+'.join(f'({i}*-{i + 1}+{i % 7})*{i % 13 + 1}' for i in range(120))
results = [Parser(text).sum() for _ in range(26)]
print(results[0], len(set(results)))
bad = 0
for cut in range(1, 1000, 9):
    try:
        p = Parser(text[:cut])
        p.sum()
    except ParseError as e:
        bad += e.at
print(bad)

tables = [{'a': 1}, [1, 2, 3], None, {0: 'x', 'b': 2}, {'zz': 0}]
found = missing = 0
for i in range(24000):
    try:
        lookup(tables, ('a', 'b', 1, 9, 'zz')[i % 5])
        found += 1
    except LookupError:
        missing += 1
print(found, missing, lookup.tries)
