"""Which language texts for players are in, by the client's `Accept-Language`, and what says them in it.

English needs no catalogue (see `server.games.wording`); each other language is one file of `server/locales`.
"""

import gettext
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from server.api.negotiation import media_range
from server.games.wording import ENGLISH, English, Say, Several, Text

FOLDER = Path(__file__).parent.parent / "locales"
LONGEST = 500
"""Characters of an `Accept-Language` that are read; nobody knows more languages."""


class Translator:
    """Says texts as a catalogue has them; in English what it does not have."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self._language = language
        self._locale = Locale.parse(language, sep="-")
        self._catalogue = catalogue

    @property
    def language(self) -> str:
        """The language's BCP 47 tag."""
        return self._language

    def __call__(self, english: str, /, **values: object) -> str:
        """Return a text in the language, filled in."""
        return self._filled(self._catalogue.gettext(english), values)

    def known(self, text: Text) -> str:
        """Return a text that was written elsewhere, in the language."""
        return self._filled(self._form(text.english), text.values)

    def _form(self, english: English) -> str:
        if isinstance(english, Several):
            return self._catalogue.ngettext(english.one, english.many, english.count)
        return self._catalogue.gettext(english)

    def _filled(self, form: str, values: Mapping[str, object]) -> str:
        said = {name: self.known(value) if isinstance(value, Text) else value for name, value in values.items()}
        return form.format_map(said)

    def row(self, parts: Sequence[str]) -> str:
        """Return short things like cards in a row, as one says them together."""
        return format_list(parts, "unit-short", self._locale)


@cache
def voices() -> Mapping[str, Say]:
    """Return what says texts in each language there is, by its tag in small letters, English first."""
    others = [Translator(file.stem, read(file)) for file in sorted(FOLDER.glob("*.po"))]
    known: list[Say] = [ENGLISH, *others]
    return {voice.language.lower(): voice for voice in known}


def read(file: Path) -> gettext.NullTranslations:
    """Return the catalogue in a file."""
    with file.open("rb") as source, BytesIO() as compiled:
        write_mo(compiled, read_po(source, locale=file.stem.replace("-", "_")))
        compiled.seek(0)
        return gettext.GNUTranslations(compiled)


def voice_for(accepted: str | None) -> Say:
    """Return what says texts in the language that an `Accept-Language` likes best; English when it likes none."""
    if not accepted:
        return ENGLISH
    known = voices()
    chosen = negotiate_locale(preferred(accepted, tuple(known)), known, sep="-")
    return known.get(chosen or "", ENGLISH)


def preferred(accepted: str, offers: Sequence[str]) -> list[str]:
    """Return the languages of an `Accept-Language`, the best liked first; `*` stands for the offers not named."""
    ranges = [media_range(part, position) for position, part in enumerate(accepted[:LONGEST].split(","))]
    named = {each.name for each in ranges}
    liked: list[str] = []
    for each in sorted(ranges, key=lambda each: (-each.quality, each.position)):
        if each.quality > 0:
            liked += [offer for offer in offers if offer not in named] if each.name == "*" else [each.name]
    return liked


def language_of(context: object) -> str:
    """Return the language in which a request's or a socket's context wants texts."""
    return str(getattr(context, "language", ENGLISH.language))
