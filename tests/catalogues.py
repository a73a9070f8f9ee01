"""Keeps the catalogues of translated texts in step with the sources.

`python -m tests.catalogues check client/src client/locales` reports what a catalogue lacks, and exits with 1;
`update` writes new texts into every catalogue and takes out those no longer used, with the translations kept.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

KEYWORDS: dict[str, tuple[int, ...]] = {
    "say": (1,),
    "Text": (1,),
    "Several": (1, 2),
    "IllegalMove": (2,),
    "Refused": (2,),
    "BadOption": (2,),
}
"""What takes texts in the server, and as which arguments. In the client it is `t` and `n`."""
CALL = re.compile(r"(?<![\w.$])(?<!function )[tn]\(\s*")
LITERAL = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
LITERALS = re.compile(rf"({LITERAL})(?:,\s*({LITERAL}))?")
Said = str | tuple[str, ...]
"""A text, or its singular and plural."""
PLACEHOLDER = re.compile(r"\{(\w+)[^}]*\}")
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural_forms}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
"""Nothing that changes with the day or with Babel's version."""
USAGE = "Say `check` or `update`, the folder of the sources and the folder of the catalogues."


def texts_in(source: Path) -> Catalog:
    """Return the texts of all files in a folder. Raise ValueError where one is no literal and cannot be collected."""
    texts = Catalog()
    for suffix, said in READERS.items():
        for file in sorted(source.rglob(f"*{suffix}")):
            for text in said(file):
                texts.add(text, locations=[(str(file.relative_to(source)), 0)])
    return texts


def said_in_python(file: Path) -> Iterator[Said]:
    """Yield the texts in a file of the server."""
    with file.open("rb") as stream:
        for _, text, _, _ in extract("python", stream, KEYWORDS):
            yield text


def said_in_javascript(file: Path) -> Iterator[Said]:
    """Yield the texts in a file of the client; Babel's own reader loses some that stand in templates in templates."""
    source = file.read_text()
    for call in CALL.finditer(source):
        found = LITERALS.match(source, call.end())
        if found is None:
            line = source.count("\n", 0, call.start()) + 1
            raise ValueError(f"{file}:{line}: only a literal can be translated.")
        literals = tuple(ast.literal_eval(each) for each in found.groups() if each)
        yield literals if len(literals) > 1 else literals[0]


READERS: dict[str, Callable[[Path], Iterator[Said]]] = {".js": said_in_javascript, ".py": said_in_python}
"""By the files' suffixes."""


def read(file: Path) -> Catalog:
    """Return a catalogue; its file is named after its language."""
    with file.open("rb") as stream:
        return read_po(stream, locale=file.stem.replace("-", "_"))


def faults(texts: Catalog, catalogue: Catalog) -> Iterator[str]:
    """Yield a sentence for everything in a catalogue that does not serve the texts."""
    for text in messages(texts):
        translated = catalogue.get(text.id)
        if translated is None:
            yield f"{english(text)} is missing."
        elif translated.id != text.id:
            yield f"{english(text)} has another plural."
        elif not all(forms(translated)):
            yield f"{english(text)} has no translation."
        elif translated.fuzzy:
            yield f"{english(text)} is marked as fuzzy."
        elif not all(names_in(form) in known_names(text) for form in forms(translated)):
            yield f"{english(text)} has other placeholders than its translation."
    for known in messages(catalogue):
        if texts.get(known.id) is None:
            yield f"{english(known)} is no longer used."
    for text_id in catalogue.obsolete:
        yield f"{text_id!r} is obsolete."


def update(texts: Catalog, catalogue: Catalog) -> Catalog:
    """Return the catalogue with an entry for each text and no others."""
    updated = Catalog(locale=catalogue.locale, header_comment="", fuzzy=False)
    for text in messages(texts):
        known = catalogue.get(text.id)
        fits = known is not None and len(forms(known)) == (updated.num_plurals if text.pluralizable else 1)
        updated.add(
            text.id,
            known.string if known and fits else None,
            locations=text.locations,
            user_comments=known.user_comments if known else (),
            flags={"fuzzy"} if known and known.fuzzy else (),
        )
    return updated


def written(catalogue: Catalog) -> bytes:
    """Return the text of a catalogue's file: the same for the same entries."""
    header = HEADER.format(language=catalogue.locale, plural_forms=catalogue.plural_forms)
    entries = BytesIO()
    write_po(entries, catalogue, width=110, omit_header=True, include_lineno=False, sort_by_file=True)
    return header.encode() + entries.getvalue()


def messages(catalogue: Catalog) -> list[Message]:
    """Return a catalogue's entries without its header."""
    return [message for message in catalogue if message.id]


def forms(message: Message) -> tuple[str, ...]:
    """Return a translation, one text for each plural form."""
    return (message.string or "",) if isinstance(message.string, str) else tuple(map(str, message.string or ("",)))


def english(message: Message) -> str:
    """Return the text of a message, the singular of two."""
    return repr(message.id if isinstance(message.id, str) else message.id[0])


def known_names(message: Message) -> list[set[str]]:
    """Return the placeholders a translation may have: those of the singular, or those of the plural."""
    return [names_in(text) for text in ((message.id,) if isinstance(message.id, str) else message.id)]


def names_in(text: str) -> set[str]:
    """Return the names of the placeholders in a text."""
    return set(PLACEHOLDER.findall(text))


def check_all(source: Path, catalogues: Iterable[Path]) -> None:
    """Exit with every fault of every catalogue."""
    texts = texts_in(source)
    found = [f"{file}: {fault}" for file in catalogues for fault in faults(texts, read(file))]
    if found:
        sys.exit("\n".join([*found, "Run make texts, then translate what is new."]))


def update_all(source: Path, catalogues: Iterable[Path]) -> None:
    """Write every catalogue again."""
    texts = texts_in(source)
    for file in catalogues:
        file.write_bytes(written(update(texts, read(file))))


COMMANDS: dict[str, Callable[[Path, Iterable[Path]], None]] = {"check": check_all, "update": update_all}


def main(arguments: list[str]) -> None:
    """Run a command. Raise SystemExit when it finds faults or is not understood."""
    match arguments:
        case [command, source, folder] if command in COMMANDS:
            catalogues = sorted(Path(folder).glob("*.po"))
            if not catalogues:
                sys.exit(f"There is no catalogue in {folder}.")
            COMMANDS[command](Path(source), catalogues)
        case _:
            sys.exit(USAGE)


if __name__ == "__main__":
    main(sys.argv[1:])
