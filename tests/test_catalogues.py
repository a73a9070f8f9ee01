"""The keeper of the catalogues: what it finds in sources, reports of a catalogue, and writes into it."""

from pathlib import Path

import pytest

from tests.catalogues import check_all, main, read, texts_in, update_all

SOURCE = """
const title = t('Pass');
const nested = html`<p>${isOne ? html`<b>${t('It’s {name}', { name: `${who}` })}</b>` : t("Nobody's turn")}</p>`;
const cards = n(
  '{count} card',
  '{count} cards',
  hand.length,
);
function n(one, many) {}
"""
CATALOGUE = """
msgid ""
msgstr ""
"Language: ko\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"
"Content-Type: text/plain; charset=utf-8\\n"

#: table.js
msgid "Pass"
msgstr "패스"

#: table.js
#, python-brace-format
msgid "It’s {name}"
msgstr "{name}님입니다"

#: table.js
msgid "Nobody's turn"
msgstr "아무도 아님"

#: table.js
#, python-brace-format
msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "카드 {count}장"

"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder of sources."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "table.js").write_text(SOURCE)
    return tmp_path / "src"


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    """A whole catalogue of the sources."""
    (tmp_path / "locales").mkdir()
    file = tmp_path / "locales" / "ko.po"
    file.write_text(CATALOGUE.lstrip())
    return file


def reported(source: Path, catalogue: Path) -> list[str]:
    """Return what is wrong with a catalogue, without the advice at the end."""
    with pytest.raises(SystemExit) as refused:
        check_all(source, [catalogue])
    return str(refused.value).replace(f"{catalogue}: ", "").splitlines()[:-1]


def ids(folder: Path) -> list[str | tuple[str, ...]]:
    """Return the texts in a folder."""
    return [message.id if isinstance(message.id, str) else tuple(message.id) for message in texts_in(folder)][1:]


def test_texts_are_found_in_templates_in_templates_and_over_several_lines(source: Path) -> None:
    assert ids(source) == ["Pass", "It’s {name}", "Nobody's turn", ("{count} card", "{count} cards")]


def test_texts_of_the_server_are_found_where_it_says_or_refuses_something(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(
        'raise IllegalMove("TW-9", "Name at least " "one card.")\nsay("Play {cards}", cards=cards)\n'
        'Several("{count} is here.", "{count} are here.", seats)\n'
    )

    assert ids(tmp_path) == [
        "Name at least one card.",
        "Play {cards}",
        ("{count} is here.", "{count} are here."),
    ]


def test_a_text_that_is_no_literal_is_an_error_with_its_place(source: Path) -> None:
    (source / "table.js").write_text("\nconst label = t(name);\n")

    with pytest.raises(ValueError, match=r"table\.js:2: only a literal can be translated\."):
        texts_in(source)


def test_a_whole_catalogue_passes_and_stays_as_it_is_when_written_again(source: Path, catalogue: Path) -> None:
    check_all(source, [catalogue])
    update_all(source, [catalogue])

    assert catalogue.read_text() == CATALOGUE.lstrip()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('msgid "Pass"\nmsgstr "패스"\n', "", "'Pass' is missing."),
        ('"패스"', '""', "'Pass' has no translation."),
        ('"카드 {count}장"', '""', "'{count} card' has no translation."),
        ('#: table.js\nmsgid "Pass"', '#, fuzzy\nmsgid "Pass"', "'Pass' is marked as fuzzy."),
        ("{name}님", "{who}님", "'It’s {name}' has other placeholders than its translation."),
        ("카드 {count}장", "카드", "'{count} card' has other placeholders than its translation."),
        ("{count} cards", "{count} playing cards", "'{count} card' has another plural."),
        ('msgid "Pass"', 'msgid "Draw"\nmsgstr "뽑기"\n\nmsgid "Pass"', "'Draw' is no longer used."),
        ('#: table.js\nmsgid "Pass"', '#~ msgid "Draw"\n#~ msgstr "뽑기"\n\nmsgid "Pass"', "'Draw' is obsolete."),
    ],
)
def test_every_fault_of_a_catalogue_is_reported(source: Path, catalogue: Path, old: str, new: str, fault: str) -> None:
    assert old in catalogue.read_text()
    catalogue.write_text(catalogue.read_text().replace(old, new))

    assert reported(source, catalogue) == [fault]


def test_an_update_adds_what_is_new_keeps_translations_and_drops_what_is_gone(source: Path, catalogue: Path) -> None:
    (source / "table.js").write_text("t('Draw'); t('Pass'); n('{count} card', '{count} cards', 2)")

    update_all(source, [catalogue])

    assert {message.id: message.string for message in read(catalogue) if message.id} == {
        "Draw": "",
        "Pass": "패스",
        ("{count} card", "{count} cards"): ("카드 {count}장",),
    }
    assert reported(source, catalogue) == ["'Draw' has no translation."]


def test_the_command_says_how_it_is_used(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="Say `check` or `update`"):
        main(["translate"])
    with pytest.raises(SystemExit, match="There is no catalogue in"):
        main(["check", str(tmp_path), str(tmp_path)])
