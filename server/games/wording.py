"""Texts that players read, in English and ready for other languages.

English stands in the sources, as literals with named {places}, and is at the same time the key under which the
catalogues in `server/locales` have the other languages. So only literals may be given to `Text`, to a `Say`, and to the
exceptions that speak to players; rules stay pure, as nothing here knows which language is spoken.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self


@dataclass(frozen=True, slots=True)
class Several:
    """A text in two forms, between which `count` decides; another language has as many forms as it needs."""

    one: str
    many: str
    count: int
    """One of the values that the text is filled in with."""

    def format(self, **values: object) -> str:
        """Return the English form for the count, filled in."""
        return (self.one if self.count == 1 else self.many).format(**values)


English = str | Several


class Text(str):
    """The English of a text, filled in, which remembers what it was made of and so can be said in any language."""

    __slots__ = ("english", "values")

    english: English
    values: Mapping[str, object]
    """A value that is a `Text` itself is said in the same language."""

    def __new__(cls, english: English, /, **values: object) -> Self:
        """Return the text; one that is a text already stays as it is."""
        if isinstance(english, cls):
            return english
        if isinstance(english, Several):
            values["count"] = english.count
        text = super().__new__(cls, english.format(**values))
        text.english = english
        text.values = values
        return text


class Say(Protocol):
    """Says texts in one language."""

    @property
    def language(self) -> str:
        """The language's BCP 47 tag."""

    def __call__(self, english: str, /, **values: object) -> str:
        """Return a text in the language, filled in."""

    def known(self, text: Text) -> str:
        """Return a text that was written elsewhere, in the language."""

    def row(self, parts: Sequence[str]) -> str:
        """Return short things like cards in a row, as one says them together."""


class InEnglish:
    """Says texts as they stand in the sources."""

    language = "en"
    __call__: Callable[..., str] = staticmethod(str.format)  # nothing in between: labels are made by the hundred

    def known(self, text: Text) -> str:
        """Return the text as it is."""
        return str(text)

    def row(self, parts: Sequence[str]) -> str:
        """Return "A, B and C"."""
        return " and ".join(", ".join(parts).rsplit(", ", 1))


ENGLISH = InEnglish()
