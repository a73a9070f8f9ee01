"""The names of people: which part is the last name, and what a person is called for short (ANS-1).

What lives here is pure and works on names as cards write them, "Vincent van Gogh".
"""

from collections.abc import Iterator, Sequence

from server.games.numerals import is_roman
from server.games.spelling import normalised

PARTICLE_WORDS = "af al bin da das de del della den der di do dos du el la las le los o ten ter van von y zu zum zur"
PARTICLES = frozenset(PARTICLE_WORDS.split())
GENERATIONS = frozenset(("junior", "senior"))
NO_LAST_NAME = frozenset(("the", "of", "and", "&"))
"""Words of "Catherine the Great", "Joan of Arc" and "Bob Marley and the Wailers"."""
TITLES = ("captain", "dame", "doctor", "general", "president", "professor", "sir")
"""Said in front of a name they change nothing. "Mr" and "Mrs" may make it another person of the family."""
ROYAL_TITLES = ("emperor", "empress", "king", "pope", "queen", "tsar")
"""The same in front of "Louis XIV"; but "King Charles" is not Ray Charles."""


def name_parts(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the given names, and the last name with all, some and none of its particles; empty when there is none.

    "Ludwig van Beethoven" gives ("Ludwig",) and ("van Beethoven", "Beethoven").
    """
    words = without_generation(name.split())
    if len(words) < 2 or NO_LAST_NAME & {word.casefold() for word in words}:
        return (), ()
    last = len(words) - 1
    first = last
    while first > 1 and words[first - 1].casefold() in PARTICLES:
        first -= 1
    return tuple(words[:first]), tuple(" ".join(words[at:]) for at in range(first, last + 1))


def without_generation(words: Sequence[str]) -> Sequence[str]:
    """Return a name without "Jr." or "III" at its end."""
    if len(words) < 3:
        return words
    end = normalised(words[-1])
    return words[:-1] if end in GENERATIONS or is_roman(end) else words


def last_names(name: str) -> tuple[str, ...]:
    return name_parts(name)[1]


def names_without_middle(name: str) -> Iterator[str]:
    """Yield "Wolfgang Mozart" for "Wolfgang Amadeus Mozart"."""
    given, lasts = name_parts(name)
    for last in lasts:
        yield f"{given[0]} {last}"


def names_with_initials(name: str) -> Iterator[str]:
    """Yield "W A Mozart" for "Wolfgang Amadeus Mozart"."""
    given, lasts = name_parts(name)
    for last in lasts:
        yield " ".join((*(word[0] for word in given), last))


def is_full_name(alias: str, name: str) -> bool:
    """Tell whether an alias says more of a person than the last name; of "Sappho" every alias does."""
    words = normalised(alias)
    last = frozenset(map(normalised, last_names(name)))
    return not last or (" " in words and words not in last)
