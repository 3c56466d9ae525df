"""Lists, texts, dicts and sets, and what plain Python says of them."""

from __future__ import annotations

from ..learner_line import LearnerLine, last_name, shown
from .asks import METHODS, iterates_a_number, what_is_asked
from .known_error import Found, KnownError, Match

_LISTS = ("list", "tuple")


def _sum_of_lists(_: Match, line: LearnerLine) -> bool:
    return line.called() == "sum"


def _one_list(m: Match, _: LearnerLine) -> Found:
    """Something that is no list, and a list or tuple behind it."""
    joined = m["op"] in ("+", "+=") and m["right"] in _LISTS and m["left"] != "Tensor"
    return {"list": m["right"], "kind": m["left"]} if joined else None


def _sets(m: Match, _: LearnerLine) -> bool:
    return m["op"] in ("-", "&", "|", "^", "-=", "&=", "|=") and "set" in (m["left"], m["right"])


def _text_and_number(m: Match, _: LearnerLine) -> bool:
    kinds = {m["left"], m["right"]}
    return len(kinds) == 2 and "str" in kinds and kinds <= {"str", "int", "float", "Tensor"}


def _sides(m: Match, line: LearnerLine) -> dict[str, str]:
    """The two sides of an operation, as they stand in the line."""
    sides = [shown(s) for s in line.operands()]
    left, right = sides if len(sides) == 2 else ("", "")
    return {
        "a": f"`{left}` ({m['left']})" if left else m["left"],
        "b": f"`{right}` ({m['right']})" if right else m["right"],
    }


def _dotted(m: Match, _: LearnerLine) -> bool:
    return "." in m["name"]


def _dict_argument(_: Match, line: LearnerLine) -> Found:
    """A name in the call, or in the operation, that held a dict."""
    found = line.of_kind("dict")
    if len(found) != 1:
        return None
    return {"what": shown(found[0]), "call": line.called_in_full() or "f"}


def _seen_kind(m: Match, line: LearnerLine) -> Found:
    """Which of the names in the call held what the message speaks of."""
    found = line.of_kind(m["kind"])
    return {"what": shown(found[0])} if len(found) == 1 else None


def _sized(m: Match, line: LearnerLine) -> dict[str, str]:
    argument = line.arguments()[0] if line.called() == "len" and line.arguments() else None
    what = shown(argument)
    return {"what": f"`{what}`" if what else f"an object of type {m['kind']}"}


def _next(_: Match, line: LearnerLine) -> bool:
    return line.called() == "next" or not line.text or "next(" in line.text


def _whole(m: Match, line: LearnerLine) -> bool:
    return last_name(getattr(line.failed, "func", None)) == "range" and m["kind"] in (
        *_LISTS,
        "str",
        "dict",
        "set",
    )


OPERANDS = (
    r"operand type\(s\) for (?P<op>\S+)(?: or pow\(\))?: '(?P<left>[\w.]+)' and "
    r"'(?P<right>[\w.]+)'"
)

CONTAINERS: tuple[KnownError, ...] = (
    # ------------------------------------------------------------------ joined with +
    KnownError(
        "sum-of-lists",
        r"operand type\(s\) for \+: 'int' and '(?P<kind>list|tuple|str)'",
        "`sum` begins with the number 0, to which no {kind} can be added.",
        "Go through them with two loops in one: `[x for row in rows for x in row]`. Texts are "
        'joined with `"".join(texts)`.',
        _sum_of_lists,
    ),
    KnownError(
        "list-meets-entry",
        r"can only concatenate (?P<list>list|tuple) \(not \"(?P<kind>int|float|str|bool|dict)\"\)",
        "`+` joins a {list} with another {list}, and the right side is of type {kind}.",
        "As one more entry it needs brackets of its own: `x + [entry]`, or `x + [entry] * n` for n "
        "times the same. In a tuple that is `x + (entry,)`.",
    ),
    KnownError(
        "list-meets-entry",
        OPERANDS,
        "`+` joins a {list} with another {list}, and the left side is of type {kind}.",
        "As one more entry it needs brackets of its own: `[entry] + x`. To add a number to each "
        "entry, make a tensor of the list first.",
        _one_list,
    ),
    KnownError(
        "list-meets-tuple",
        r"can only concatenate (?P<left>list|tuple) \(not \"(?P<right>list|tuple)\"\)",
        "`+` joins two lists or two tuples. Here the left side is a {left}, the right a {right}.",
        "Make both the same, as in `list(a) + b`, or write `[*a, *b]`, which takes either.",
    ),
    KnownError(
        "list-meets-something-else",
        r"can only concatenate (?P<left>list|tuple|str) \(not \"(?P<right>(?!int|float|Tensor)"
        r"[\w.]+)\"\)",
        "`+` joins two of one kind. Here the left side is of type {left}, the right of type "
        "{right}.",
        "Which of the two should be the other kind? `list(x)` makes a list of anything that can "
        'be gone through; `"".join(x)` makes a text of a list of texts.',
    ),
    KnownError(
        "set-meets-something-else",
        OPERANDS,
        "`{op}` between sets needs a set on both sides. Here stand {left} and {right}.",
        "Make the other side a set too: `a - set(b)`.",
        _sets,
    ),
    KnownError(
        "text-meets-number",
        r"can only concatenate str \(not \"(?P<kind>int|float|Tensor)\"\)",
        "`+` joins a text with a text, and the right side is of type {kind}.",
        "`str(n)` makes a text of a number. Should it rather be a sum? Then look where the text "
        "comes from: print it with `repr(...)`.",
    ),
    KnownError(
        "text-meets-number",
        OPERANDS,
        "A text and a number (or a tensor) meet in `{op}`: {a} and {b}.",
        "Print both with `repr(...)`. Which should be the other kind?",
        lambda m, line: _text_and_number(m, line) and _sides(m, line) | {"op": m["op"]},
    ),
    KnownError(
        "text-meets-number",
        r"'(?P<op>\S+)' not supported between instances of '(?P<left>[\w.]+)' and "
        r"'(?P<right>[\w.]+)'",
        "A text and a number (or a tensor) are compared by `{op}`: {a} and {b}.",
        "Print both with `repr(...)`. Which should be the other kind?",
        lambda m, line: _text_and_number(m, line) and _sides(m, line),
    ),
    KnownError(
        "list-joined-as-texts",
        r"sequence item (?P<number>\d+): expected str instance, (?P<kind>\w+) found",
        "`join` joins texts, and entry {number}, counted from 0, is of type {kind}.",
        'Look up the text of each entry first. For the digits: `"".join(str(x) for x in xs)`.',
    ),
    # ------------------------------------------------------------------ brackets
    KnownError(
        "list-with-two-indices",
        r"(?P<kind>list|tuple) indices must be integers or slices, not tuple",
        "A {kind} takes one index in its brackets. Two with a comma are for tensors.",
        "Write `table[i][j]`.",
    ),
    KnownError(
        "list-asked-by-name",
        r"(?P<kind>list|tuple|string) indices must be integers(?: or slices)?, not '?str",
        "{what} is a {kind}: it is asked by a number, and a text stands in the brackets.",
        'Is one of its entries meant: `for entry in entries: entry["name"]`? Does a loop go '
        "through texts where you think of their numbers? Or should it be a dict?",
        what_is_asked,
    ),
    KnownError(
        "list-asked-by-something-else",
        r"(?P<kind>list|tuple|string) indices must be integers(?: or slices)?, not "
        r"'?(?P<given>[\w.]+)",
        "{what} is a {kind}: it is asked by a whole number, and something of type {given} stands "
        "in the brackets.",
        "Print what stands in the brackets. Several entries at once are `[x[i] for i in numbers]`.",
        what_is_asked,
    ),
    KnownError(
        "slice-of-a-dict",
        r"unhashable type: 'slice'",
        "A dict has no order of numbers, so `d[a:b]` asks it for nothing.",
        "Make a list first: `list(d)[a:b]` for the keys, `list(d.items())[a:b]` for the pairs.",
    ),
    KnownError(
        "list-as-a-key",
        r"unhashable type: '(?P<kind>list|dict|set)'",
        "A {kind} can be no key of a dict, no entry of a set and nothing that a Counter counts, "
        "since it may change.",
        "For a whole list of keys ask one by one: `[d[x] for x in xs]`. Where the {kind} itself is "
        "the key, make it a tuple: `tuple(x)`.",
    ),
    # ------------------------------------------------------------------ counted, gone through
    KnownError(
        "no-length",
        r"object of type '(?P<kind>generator|map|zip|filter|enumerate|\w*iterator)' has no len\(\)",
        "A {kind} gives its entries one by one and does not know how many will come.",
        "Go through it with `for`, or make a list of it first: `len(list(x))`. That uses it up.",
    ),
    KnownError(
        "no-length",
        r"object of type '(?P<kind>[\w.]+)' has no len\(\)",
        "`len` counts the entries of a list, a text or a tensor's first axis. {what} is none of "
        "these: its type is {kind}.",
        "Is it one entry of the list where you mean the list? Has it been counted before?",
        _sized,
    ),
    KnownError(
        "one-number-to-go-through",
        r"'(?P<kind>int|float)' object is not iterable",
        "`{called}` goes through what it is given, and that is a single number ({kind}).",
        "Give it what it shall go through: all numbers in one list, or, for `min` and `max`, one "
        "after the other: `min(a, b)`.",
        iterates_a_number,
    ),
    KnownError(
        "changed-while-gone-through",
        r"(?:dictionary|Set|OrderedDict|deque) (?:changed size|mutated|keys changed)",
        "The loop goes through something and takes from it, or adds to it, at the same time.",
        "Go through a copy: `for key in list(d):`. Or build a new one.",
    ),
    KnownError(
        "iterator-at-its-end",
        r"StopIteration",
        "`next` was asked for one more entry, and there was none left.",
        "`for x in xs:` ends by itself. With `next`, give a value for the end, `next(it, None)`, "
        "and look whether it came. An iterator can be gone through once.",
        _next,
    ),
    KnownError(
        "entry-not-there",
        r"is not in (?:list|tuple|deque)|x not in (?:list|tuple|deque)|substring not found",
        "It was searched for where it does not stand.",
        "Ask first, with `if x in xs:`. Print both with `repr(...)`: are they of one type?",
    ),
    KnownError(
        "list-for-a-whole-number",
        r"'(?P<kind>\w+)' object cannot be interpreted as an integer",
        "`range` counts up to a number, and a {kind} was given.",
        "Go through it directly, `for x in xs:`, or count with `range(len(xs))`.",
        _whole,
    ),
    KnownError(
        "dict-of-no-pairs",
        r"dictionary update sequence element #\d+ has length \d+; 2 is required|"
        r"cannot convert dictionary update sequence element",
        "`dict` is made of pairs, a key and a value each, and something else came.",
        "`dict(zip(keys, values))` pairs two lists. `dict(enumerate(xs))` gives number -> entry.",
    ),
    # ------------------------------------------------------------------ in another's place
    KnownError(
        "dict-for-a-number",
        r"must be real number, not dict|(?:operand|instances of).*'dict'",
        "`{what}` is a dict, and a number is wanted in its place.",
        "One entry is `{what}[...]`. If it holds arguments by their names, two stars hand them "
        "over: `{call}(**{what})`.",
        _dict_argument,
    ),
    KnownError(
        "something-else-for-a-number",
        rf"must be real number, not (?P<kind>(?!{METHODS})[\w.]+)$",
        "A plain number is wanted, and `{what}` is of type {kind}.",
        "Is it what you think? Is another argument meant in its place?",
        _seen_kind,
    ),
    KnownError(
        "something-else-for-a-number",
        rf"must be real number, not (?P<kind>(?!torch\.Size|NoneType|{METHODS})[\w.]+)$",
        "A plain number is wanted, and something of type {kind} came.",
        "Print what goes in, with its type. Are the arguments in the right order? A dict of "
        "arguments is handed over with two stars, `**`.",
    ),
    KnownError(
        "cut-at-nothing",
        r"empty separator",
        "`split` cuts a text where another text stands, and was given an empty one.",
        "For the letters of a text, write `list(text)`. `text.split()` cuts at spaces.",
    ),
    KnownError(
        "not-a-number-in-letters",
        r"invalid literal for int\(\)|could not convert string to float: (?P<text>.*)",
        "A text was to become a number, and its letters are none.",
        "Print it with `repr(...)`. For the number of a word, ask the vocabulary.",
    ),
    KnownError(
        "name-with-dots",
        r"'(?P<kind>\w+)' object has no attribute '(?P<name>[^']+)'",
        "An attribute was asked for by the text {name!r}. Its dots are not followed.",
        "Ask for one part after the other, or let PyTorch do so: `model.get_parameter(name)`, "
        "`model.get_submodule(name)`, `dict(model.named_parameters())[name]`.",
        _dotted,
    ),
)

# behind all others: they say what was seen, and no cause
ANY_OPERANDS: tuple[KnownError, ...] = (
    KnownError(
        "operands-do-not-go-together",
        OPERANDS,
        "`{op}` is not defined between its two sides: {a} and {b}.",
        "Print both sides just before this line. Which is not of the kind that you think?",
        _sides,
    ),
    KnownError(
        "operands-do-not-go-together",
        r"'(?P<op>\S+)' not supported between instances of '(?P<left>[\w.]+)' and "
        r"'(?P<right>[\w.]+)'",
        "`{op}` cannot compare its two sides: {a} and {b}.",
        "Print both sides just before this line. Which is not of the kind that you think?",
        _sides,
    ),
    KnownError(
        "operands-do-not-go-together",
        r"bad operand type for (?P<op>unary .|abs\(\)): '(?P<left>[\w.]+)'",
        "`{op}` is not defined for something of type {left}.",
        "Print it just before this line. Is it what you think?",
    ),
    KnownError(
        "another-type-wanted",
        r"must be (?P<wanted>[\w., -]+), not '?(?P<kind>[\w.]+)",
        "Something of type {kind} stands where {wanted} is wanted.",
        "Print what goes in, with its type. Is it the argument that you mean, in its place?",
    ),
)
