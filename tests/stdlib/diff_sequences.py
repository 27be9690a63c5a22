# Blocks, steps, groups, ratios and all forms of differences of random sequences; what is refused.
import difflib
import random

random.seed(3)


def show(function, *args, **kwargs):
    try:
        result = function(*args, **kwargs)
        print(getattr(function, "__name__", ""), list(result) if hasattr(result, "__next__") else result)
    except Exception as e:
        print(function.__name__, type(e).__name__, e)


def some_lines(count):
    return ["".join(random.choices("ab c", k=random.randint(0, 7))) + "\n" for _ in range(count)]


def changed(lines):
    lines = list(lines)
    for _ in range(random.randint(1, 5)):
        at = random.randrange(len(lines))
        line = lines[at]
        cut = random.randint(0, len(line) - 1)
        lines[at:at + 1] = random.choice(([], some_lines(1) + [line], [line[:cut] + "x\t" + line[cut:]]))
        lines = lines or some_lines(1)
    return lines


for junk in (None, difflib.IS_LINE_JUNK, lambda line: line == "a\n"):
    for _ in range(3):
        first = some_lines(random.randint(3, 9))
        second = changed(first)
        matcher = difflib.SequenceMatcher(junk, first, second)
        for method in (matcher.get_matching_blocks, matcher.get_opcodes, matcher.ratio, matcher.quick_ratio,
                       matcher.real_quick_ratio):
            show(method)
        delta = list(difflib.ndiff(first, second, junk))
        print(delta, list(difflib.restore(delta, 1)) == first, list(difflib.restore(delta, 2)) == second)
        for n in (0, 2):
            show(difflib.SequenceMatcher(junk, first, second).get_grouped_opcodes, n)
            show(difflib.unified_diff, first, second, "from", "to", "yesterday", n=n)
            show(difflib.context_diff, first, second, "from", "to", "", "today", n=n, lineterm="")

first = [random.randint(0, 30) for _ in range(300)]
second = [random.randint(0, 30) for _ in range(250)] + first[50:90]
for automatic in (True, False):
    matcher = difflib.SequenceMatcher(lambda number: number == 3, first, second, automatic)
    print(sorted(matcher.bpopular), sorted(matcher.bjunk), len(matcher.b2j))
    show(matcher.get_matching_blocks)
    show(matcher.find_longest_match, 10, 80, 3, 280)
words = ["ape", "apple", "peach", "puppy", "maple", "appel", ""]
for word in words:
    print(word, difflib.get_close_matches(word, words), difflib.get_close_matches(word, words, 1, 0.3))
show(difflib.get_close_matches, "a", words, 0)
show(difflib.get_close_matches, "a", words, 1, 3)
show(difflib.restore, [], 3)
show(difflib.unified_diff, [1], [2])
show(difflib.unified_diff, ["a"], ["b"], 3)
show(difflib.diff_bytes, difflib.unified_diff, ["a"], [b"b"])
show(difflib.diff_bytes, difflib.context_diff, [b"a\xff"], [b"b"], b"x", b"y", b"now", b"")
print(difflib.Match(1, 2, 3), difflib.IS_LINE_JUNK(" # \n"), difflib.IS_LINE_JUNK("##"), difflib.IS_CHARACTER_JUNK("\t"))
