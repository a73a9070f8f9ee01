"""Numbers as people write them: words, ordinals and Roman numerals to digits.

What lives here is pure and works on lists of words in lower case. `spelling` calls it; no game needs it directly.
"""

import re
from collections.abc import Sequence

UNIT_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
UNITS = {word: value for value, word in enumerate(UNIT_WORDS.split())}
TENS = {word: 10 * value for value, word in enumerate(TENS_WORDS.split(), start=2)}
MAGNITUDES = ("hundred", "thousand", "million")
CARDINAL_OF = {
    **{f"{word}th": word for word in (*UNITS, *MAGNITUDES)},
    **{f"{word.removesuffix('y')}ieth": word for word in TENS},
    "first": "one",
    "second": "two",
    "third": "three",
    "fifth": "five",
    "eighth": "eight",
    "ninth": "nine",
    "twelfth": "twelve",
}
NUMBER_WORDS = frozenset(("a", *UNITS, *TENS, *MAGNITUDES, *CARDINAL_OF))
LONGEST_NUMBER = 20
"""More words than any number takes."""
ROMAN = re.compile(r"(?=.)m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})", re.ASCII)
ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
ORDINAL = re.compile(r"(\d{1,9})(?:st|nd|rd|th)", re.ASCII)
SHORT_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


def with_digits(words: Sequence[str]) -> list[str]:
    """Return the words with "twenty-one" as "21" and "twenty-first" or "21th" as "21st"; zero to 999,999,999."""
    if NUMBER_WORDS.isdisjoint(words) and not any(word[:1].isdigit() for word in words):
        return list(words)
    result: list[str] = []
    at = 0
    while at < len(words):
        value, used = number_at(words, at) if may_start_number(words[at]) else (0, 0)
        if used == 0:
            result.append(with_right_ending(words[at]))
        else:
            result.append(ordinal(value) if words[at + used - 1] in CARDINAL_OF else str(value))
        at += max(used, 1)
    return result


def may_start_number(word: str) -> bool:
    return word in NUMBER_WORDS or is_digits(word)


def with_right_ending(word: str) -> str:
    found = ORDINAL.fullmatch(word)
    return ordinal(int(found[1])) if found else word


def ordinal(value: int) -> str:
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


def number_at(words: Sequence[str], at: int) -> tuple[int, int]:
    """Return the number that starts at a word and how many words it takes, 0 when there is none.

    An ordinal word ends a number.
    """
    ahead = words[at : at + LONGEST_NUMBER]
    end = next((place for place, word in enumerate(ahead, start=1) if word in CARDINAL_OF), len(ahead))
    cardinals = [CARDINAL_OF.get(word, word) for word in ahead[:end]]
    if cardinals[0] == "a" and cardinals[1:] and cardinals[1] in MAGNITUDES:
        value, used = number(cardinals[1:])
        return value, used + 1
    return number(cardinals)


def number(words: Sequence[str]) -> tuple[int, int]:
    """Return the number in the first words, "two thousand and one", and how many words it takes."""
    millions, used = counted("million", words)
    thousands, more = counted("thousand", words[used:])
    used += more
    joint = 1 if used and words[used : used + 1] == ["and"] else 0
    rest, taken = group(words[used + joint :])
    total = (millions * 1000 + thousands) * 1000
    if taken == 0 or (taken == 1 and is_digits(words[used + joint])) or (used and rest >= 1000):
        return total, used
    return total + rest, used + joint + taken


def counted(magnitude: str, words: Sequence[str]) -> tuple[int, int]:
    """Return 3 for "three million" and 1 for a bare "million", with the words it takes."""
    value, used = group(words)
    if words[used : used + 1] != [magnitude]:
        return 0, 0
    return (value if used else 1), used + 1


def group(words: Sequence[str]) -> tuple[int, int]:
    """Return a number without thousands: "eighty-four", "[a] hundred and one", "nineteen hundred", "ten sixty-six"."""
    value, used = small_number(words)
    if words[used : used + 1] == ["hundred"]:
        rest, more = hundreds_rest(words[used + 1 :])
        return (value if used else 1) * 100 + rest, used + 1 + more
    if used == 1 and 10 <= value <= 20 and not is_digits(words[0]):
        rest, more = second_half_of_year(words[1:])
        if more:
            return value * 100 + rest, 1 + more
    return value, used


def small_number(words: Sequence[str]) -> tuple[int, int]:
    """Return 0 to 99 in words, or digits (which count only in front of a "hundred" or "thousand")."""
    first, second = (*words[:2], "", "")[:2]
    if first in TENS:
        return (TENS[first] + UNITS[second], 2) if 1 <= UNITS.get(second, 0) <= 9 else (TENS[first], 1)
    if first in UNITS:
        return UNITS[first], 1
    return (int(first), 1) if is_digits(first) else (0, 0)


def hundreds_rest(words: Sequence[str]) -> tuple[int, int]:
    joint = 1 if words[:1] == ["and"] else 0
    if is_digits(*words[joint : joint + 1]):
        return 0, 0
    value, used = small_number(words[joint:])
    return (value, used + joint) if used else (0, 0)


def second_half_of_year(words: Sequence[str]) -> tuple[int, int]:
    if words[:1] in (["oh"], ["o"]) and 1 <= UNITS.get((*words[1:2], "")[0], 0) <= 9:
        return UNITS[words[1]], 2
    if is_digits(*words[:1]):
        return 0, 0
    value, used = small_number(words)
    return (value, used) if value >= 10 else (0, 0)


def is_digits(word: str = "") -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 9


def with_romans_as_digits(words: Sequence[str]) -> list[str]:
    """Return the words with "XIV", "the Fourteenth" and "14th" all as "14"; a first word "I" stays a word."""
    numbers = [word if place == 0 and word == "i" else plain_number(word) for place, word in enumerate(words)]
    kept: list[str] = []
    for word in reversed(numbers):
        if word != "the" or not is_digits(*kept[-1:]):
            kept.append(word)
    return kept[::-1]


def plain_number(word: str) -> str:
    ending = ORDINAL.fullmatch(word)
    if ending:
        return ending[1]
    return str(roman_value(word)) if is_roman(word) else word


def is_roman(word: str) -> bool:
    return ROMAN.fullmatch(word) is not None


def roman_value(word: str) -> int:
    values = [ROMAN_VALUES[letter] for letter in word]
    followers = [*values[1:], 0]
    return sum(-value if value < follower else value for value, follower in zip(values, followers, strict=True))


def with_thousands_joined(words: Sequence[str]) -> list[str]:
    """Return the words with "20 000" as "20000"."""
    result: list[str] = []
    is_open = False
    for word in words:
        if word == "000" and is_open:
            result[-1] += word
        else:
            result.append(word)
            is_open = SHORT_NUMBER.fullmatch(word) is not None
    return result
