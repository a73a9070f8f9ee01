"""Judges what a player typed against what a card says (ANS-1 to ANS-4, ANS-7, ANS-8).

What lives here is pure: no I/O, clock, chance or logging; the same guess, answer and known answers give the same
verdict. `spelling` brings texts to one form, `people` knows last names, `rulings` lets people overrule a verdict.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from itertools import product
from types import MappingProxyType

from server.games import people
from server.games.engine import IllegalMove, Record
from server.games.spelling import LOOKALIKES, forms, is_misspelling, joined, normalised, words_in

LONGEST = 200
"""Characters in a typed answer (ANS-7)."""


class Verdict(StrEnum):
    """How a guess compares with the answer, best first (ANS-3)."""

    EXACT = "EXACT"
    ALIAS = "ALIAS"
    NEAR = "NEAR"
    WRONG = "WRONG"

    @property
    def is_right(self) -> bool:
        return self is not Verdict.WRONG


class Strictness(StrEnum):
    """How specific an answer must be (ANS-8)."""

    LENIENT = "LENIENT"
    STRICT = "STRICT"
    """No NEAR, and people only by a full name."""


class Answer(
    Record, frozen=True, forbid_unknown_fields=True, cache_hash=True, rename={"text": "answer", "full_name": "fullName"}
):
    """What a card accepts. A deck's JSON calls `text` "answer"; a game's question or item adds fields in a subclass."""

    text: str
    """Text in parentheses need not be said: "(Mount) Kilimanjaro"."""
    aliases: tuple[str, ...] = ()
    person: bool = False
    """The last name alone is an alias (ANS-1)..."""
    full_name: bool = False
    """...but not of this person."""
    tolerance: int | None = None
    """How far off a number may be."""
    year: bool = False
    roman: bool = False
    """Roman numerals count as numbers: "Louis XIV" is "Louis 14" and "Louis the Fourteenth"."""

    def __post_init__(self) -> None:
        if not all(normalised(text) and len(text) <= LONGEST for text in (self.text, *self.aliases)):
            raise ValueError(f"An answer and its aliases have 1 to {LONGEST} characters.")
        if self.full_name and not self.person:
            raise ValueError("Only a person can need the full name.")
        if self.year and YEAR.fullmatch(normalised(self.text)) is None:
            raise ValueError(f'"{self.text}" is not a year.')
        if self.tolerance is not None and (self.tolerance < 0 or self.year or number_of(self.text) is None):
            raise ValueError("Only a number can have a tolerance, and a year has none.")


class Known(Record, frozen=True, eq=False):
    """What all loaded decks know, so that no other answer is excused as a typing error (ANS-3).

    Make it once with `known_of`; it is hashed by identity.
    """

    names: Mapping[str, frozenset[str]]
    """Key of every accepted text: the keys of all texts that stand for the same answers."""
    bearers: Mapping[str, tuple[frozenset[str], ...]]
    """Key of every short name: for each person called so, the keys of the full names."""
    words: frozenset[str]
    """Words that are rightly spelt, so that they are no misspelling of another."""


def known_of(answers: Iterable[Answer], texts: Iterable[str] = ()) -> Known:
    """Return what the answers of all loaded decks make known.

    A word of `texts` (the decks' clues and questions) is rightly spelt: "money" is then no misspelling of "honey".
    """
    names: dict[str, frozenset[str]] = {}
    bearers: dict[str, tuple[frozenset[str], ...]] = {}
    for answer in answers:
        last = known_keys(answer, last_names(answer))
        full = known_keys(answer, (answer.text, *answer.aliases))
        for key in full | last:
            names[key] = names.get(key, frozenset()) | full | last
        for key in last | known_keys(answer, longer_names(answer)):
            bearers[key] = with_bearer(bearers.get(key, ()), full - last)
    return Known(MappingProxyType(names), MappingProxyType(bearers), LOOKALIKES | words_in(texts))


def known_keys(answer: Answer, texts: Iterable[str]) -> frozenset[str]:
    """Return the keys under which a guess may name one of the texts, on whatever card it is made."""
    texts = tuple(texts)
    return all_keys(texts, roman=False) | (all_keys(texts, roman=True) if answer.roman else frozenset())


def with_bearer(others: tuple[frozenset[str], ...], person: frozenset[str]) -> tuple[frozenset[str], ...]:
    """Return the bearers of a name and one more, who may be one of them on another card."""
    same = person.union(*(other for other in others if other & person))
    return (*(other for other in others if not other & person), same)


def judge(guess: str, answer: Answer, known: Known, strictness: Strictness = Strictness.LENIENT) -> Verdict:
    """Return the verdict on any text at all; what is blank or longer than `LONGEST` is WRONG."""
    if len(guess) > LONGEST:
        return Verdict.WRONG
    right = accepted(answer, known, strictness)
    typed = forms(guess, answer.roman)
    verdict = best_verdict(typed, right, known)
    bare = tuple(to_the_point(said, answer) for said in typed)
    if verdict.is_right or bare == typed or any(is_another_answer(said, right, known) for said in typed):
        return verdict
    return best_verdict(bare, right, known)


def find(
    guess: str, answers: Sequence[Answer], known: Known, strictness: Strictness = Strictness.LENIENT
) -> tuple[int, Verdict] | None:
    """Return the place and verdict of the answer in a list that fits a guess best, None when none is right."""
    verdicts = [judge(guess, answer, known, strictness) for answer in answers]
    best = best_of(verdicts)
    return (verdicts.index(best), best) if best.is_right else None


def checked_text(text: str) -> str:
    """Return a typed answer fit to be kept and shown: spaces collapsed, marks that turn the writing direction gone.

    Raise IllegalMove (ANS-7) for what is too long or no text. A blank answer is allowed, and wrong.
    """
    if len(text) > LONGEST:
        length = f"{len(text):,}"
        raise IllegalMove(
            "ANS-7", "An answer has at most {most} characters; yours has {count}.", most=LONGEST, count=length
        )
    if any(unicodedata.category(sign) == "Cs" for sign in text):
        raise IllegalMove("ANS-7", "Your answer holds half a character: please type it again.")
    if any(unicodedata.category(sign) == "Cc" and sign not in "\t\n\r" for sign in text):
        raise IllegalMove("ANS-7", "An answer cannot hold control characters: please type it again.")
    return " ".join(UNSEEN_MARKS.sub("", text).split())


UNSEEN_MARKS = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]")


class Accepted(Record, frozen=True):
    """What is right for an answer, worked out once."""

    main: frozenset[str]
    """Keys of the answer itself, with and without the text in parentheses."""
    others: frozenset[str]
    """Keys of aliases and short names."""
    number: Decimal | None
    tolerance: int
    misspellable: tuple[str, ...]
    """The normalised texts that may be badly typed."""


@lru_cache(maxsize=4096)
def accepted(answer: Answer, known: Known, strictness: Strictness) -> Accepted:
    is_strict = strictness is Strictness.STRICT
    aliases = full_names(answer) if is_strict else (*answer.aliases, *short_names(answer, known))
    texts = () if is_strict or answer.year else (answer.text, *aliases)
    main = all_keys((answer.text,), answer.roman)
    return Accepted(
        main=main | {joined(plain_year(normalised(answer.text)))} if answer.year else main,
        others=all_keys(aliases, answer.roman),
        number=None if answer.year else number_of(answer.text),
        tolerance=answer.tolerance or 0,
        misspellable=tuple(dict.fromkeys(all_forms(texts, answer.roman))),
    )


def best_verdict(readings: Sequence[str], right: Accepted, known: Known) -> Verdict:
    return best_of([judge_reading(said, right, known) for said in readings])


def best_of(verdicts: Sequence[Verdict]) -> Verdict:
    return next((verdict for verdict in Verdict if verdict in verdicts), Verdict.WRONG)


def judge_reading(said: str, right: Accepted, known: Known) -> Verdict:
    key, error = joined(said), error_of_number(said, right)
    if key in right.main or error == 0:
        return Verdict.EXACT
    if key in right.others or (error is not None and error <= right.tolerance):
        return Verdict.ALIAS
    if is_another_answer(said, right, known):
        return Verdict.WRONG
    if any(is_misspelling(said, meant, known.words) for meant in right.misspellable):
        return Verdict.NEAR
    return Verdict.WRONG


def is_another_answer(said: str, right: Accepted, known: Known) -> bool:
    """Tell whether the decks know the text, but not as a name of this answer (ANS-3)."""
    return known.names.get(joined(said), right.main).isdisjoint(right.main)


def to_the_point(said: str, answer: Answer) -> str:
    """Return a normalised guess without words around it that say nothing: "Is it Paris?", "the city of Paris"."""
    bare = AFTERWORDS.sub("", FOREWORDS.sub("", said))
    if answer.person:
        return TITLE.sub("", bare)
    if answer.roman:
        return ROYAL_TITLE.sub("", bare)
    return plain_year(bare) if answer.year else bare


FOREWORDS = re.compile(
    r"\A(?:(?:um|uh|er|hmm|well|maybe|perhaps|probably|i think|i guess|i say|id say|i believe|my guess is|my answer is|"
    r"answer is|it is|its|it was|that is|thats|he is|hes|she is|shes|they are|you are|youre|is it|is that|is he|is she|"
    r"are they|are you|could it be|what is|whats|what are|who is|whos|who are|the|a|an|"
    r"(?:city|town|country|island) of|planet) )+"
)
AFTERWORDS = re.compile(r" (?:please|maybe|perhaps|i think|i guess|i believe)\Z")
TITLE = re.compile(rf"\A(?:{'|'.join(people.TITLES)}) ")
ROYAL_TITLE = re.compile(rf"\A(?:{'|'.join(people.ROYAL_TITLES)}) ")


def all_keys(texts: Iterable[str], roman: bool) -> frozenset[str]:
    return frozenset(map(joined, all_forms(texts, roman)))


def all_forms(texts: Iterable[str], roman: bool) -> Iterator[str]:
    return (form for text in texts for variant in with_optional_text(text) for form in forms(variant, roman))


def with_optional_text(text: str) -> tuple[str, ...]:
    """Return the text with all, some and none of what stands in parentheses, never a blank one (ANS-1).

    Of more than four parentheses none can be left out.
    """
    parts = PARENTHESES.split(text)
    choices = product(*(("", part) if place % 2 and len(parts) < 10 else (part,) for place, part in enumerate(parts)))
    return tuple(variant for variant in map("".join, choices) if normalised(variant)) or (text,)


PARENTHESES = re.compile(r"[(（]([^()（）]*)[)）]")


def names_of(answer: Answer) -> Iterator[str]:
    """Yield every name of a person, but none that is another with its words in another order ("Kurosawa Akira")."""
    names = with_optional_text(answer.text) + answer.aliases if answer.person else ()
    seen: set[frozenset[str]] = set()
    for name in names:
        words = frozenset(normalised(name).split())
        if words not in seen:
            yield name
        seen.add(words)


def full_names(answer: Answer) -> tuple[str, ...]:
    """Return the aliases that hold when the players are strict (ANS-8)."""
    return tuple(alias for alias in answer.aliases if not answer.person or people.is_full_name(alias, answer.text))


def last_names(answer: Answer) -> tuple[str, ...]:
    return tuple(last for name in names_of(answer) for last in people.last_names(name))


def longer_names(answer: Answer) -> tuple[str, ...]:
    """Return what says more than the last name and less than the card: without middle names, and with initials.

    Initials are not enough where the full name is needed.
    """
    ways = (
        (people.names_without_middle,)
        if answer.full_name
        else (people.names_without_middle, people.names_with_initials)
    )
    return tuple(short for name in names_of(answer) for way in ways for short in way(name))


def short_names(answer: Answer, known: Known) -> Iterator[str]:
    """Yield what a person may be called for short: whatever no other person known is called, too (ANS-1)."""
    full = known_keys(answer, (answer.text, *answer.aliases)) - known_keys(answer, last_names(answer))
    for name in (*(() if answer.full_name else last_names(answer)), *longer_names(answer)):
        others = (bearer for key in known_keys(answer, (name,)) for bearer in known.bearers.get(key, ()))
        if not any(bearer.isdisjoint(full) for bearer in others):
            yield name


def error_of_number(said: str, right: Accepted) -> Decimal | None:
    """Return how far a number is off, None when the guess or the answer is none."""
    number = number_in(said)
    return None if number is None or right.number is None else abs(number - right.number)


def number_of(text: str) -> Decimal | None:
    numbers = (number_in(normalised(variant)) for variant in with_optional_text(text))
    return next((number for number in numbers if number is not None), None)


def number_in(normal: str) -> Decimal | None:
    """Return the number that a normalised text is: "3 point 14"."""
    found = NUMBER.fullmatch(normal)
    if found is None:
        return None
    sign, whole, decimals = found.groups(default="")
    return Decimal(f"{'-' if sign else ''}{whole}.{decimals.replace(' ', '') or 0}")


NUMBER = re.compile(r"(minus )?(\d+)(?: point (\d+(?: \d+)*))?", re.ASCII)


def plain_year(normal: str) -> str:
    """Return "79" for "in the year 79 AD" and "44 bc" for "44 BCE"; any other text as it is."""
    found = YEAR.fullmatch(normal)
    return normal if found is None else found[1] + (" bc" if found[2] else "")


YEAR = re.compile(r"(?:in )?(?:the )?(?:year )?(?:ad )?(\d{1,4})(?: (?:ad|ce)|( bce?))?", re.ASCII)
