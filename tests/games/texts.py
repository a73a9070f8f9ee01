"""Every text for players that the server's sources have, and how it is written there."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

SERVER = Path(__file__).parent.parent.parent / "server"
PLACE_OF_TEXT = {"say": 0, "Text": 0, "IllegalMove": 1, "BadOption": 1, "Refused": 1}
"""Which argument is the text, of whatever speaks to players."""
NO_VALUES = {"rule", "path"}


class Written(NamedTuple):
    """A call that is given a text for players."""

    where: str
    speaker: str
    text: ast.expr
    values: frozenset[str | None]

    @property
    def literals(self) -> tuple[str, ...] | None:
        """The literals that the text consists of, none where it is another refusal's; None for anything else."""
        match self.text:
            case ast.Constant(value=str(literal)):
                return (literal,)
            case ast.Call(func=ast.Name(id="Several"), args=[one, many, _]):
                forms = [form.value for form in (one, many) if isinstance(form, ast.Constant)]
                return tuple(form for form in forms if isinstance(form, str)) if len(forms) == 2 else None
            case ast.Attribute(attr="message"):
                return ()
            case _:
                return None


def written() -> Iterator[Written]:
    """Yield every text for players in the sources."""
    for file in sorted(SERVER.rglob("*.py")):
        for call in calls(ast.parse(file.read_text(encoding="utf-8"))):
            speaker = name_of(call.func)
            text = text_of(speaker, call)
            if text is not None:
                values = frozenset(keyword.arg for keyword in call.keywords) - NO_VALUES
                counted = {"count"} if isinstance(text, ast.Call) else set()
                yield Written(f"{file.relative_to(SERVER)}:{call.lineno}", speaker, text, values | counted)


def calls(node: ast.AST) -> Iterator[ast.Call]:
    """Yield all calls, but not those in the refusals' own classes, which pass on what they are given."""
    if isinstance(node, ast.Call):
        yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.ClassDef) and child.name in PLACE_OF_TEXT):
            yield from calls(child)


def name_of(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def text_of(speaker: str, call: ast.Call) -> ast.expr | None:
    """Return the argument that is a text, None for what speaks to nobody, like another class of the same name."""
    place = PLACE_OF_TEXT.get(speaker)
    arguments = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "message")]
    return arguments[place] if place is not None and len(arguments) > place else None


def places_in(text: str) -> frozenset[str]:
    """Return the names of the places in a text that values are filled in at."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
