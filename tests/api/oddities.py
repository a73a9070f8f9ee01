"""A schema with everything that can happen to a value, right and wrong.

Resolvers give what their types deny, as that is what is tried.
"""

# mypy: disable-error-code="no-any-return, return-value, list-item"

import asyncio
import enum
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from typing import Annotated, Any, Generic, TypeVar

import strawberry
from graphql import GraphQLError
from strawberry.extensions import FieldExtension
from strawberry.permission import BasePermission
from strawberry.scalars import JSON
from strawberry.schema.config import StrawberryConfig

T = TypeVar("T")


class Fault(Exception):
    """What resolvers raise."""


@strawberry.enum
class Size(enum.Enum):
    SMALL = "s"
    LARGE = strawberry.enum_value("l", name="BIG")


@strawberry.enum
class Word(enum.StrEnum):
    YES = "yes"


def _written(value: Any) -> Any:
    if value == "bad":
        raise ValueError("No such shade.")
    return None if value == "void" else f"#{value}"


Shade = strawberry.scalar(name="Shade", serialize=_written, parse_value=lambda value: value.removeprefix("#"))


class ShadeText(str):
    """The Python side of a Shade."""


ZERO = ShadeText("00")


class Doubled(FieldExtension):
    """A field extension that adds to what its field gives."""

    def resolve(self, next_: Any, source: Any, info: strawberry.Info, **kwargs: Any) -> Any:
        return f"{next_(source, info, **kwargs)}!"


class Never(BasePermission):
    message = "Not you."

    def has_permission(self, source: Any, info: strawberry.Info, **kwargs: Any) -> bool:
        return False


@strawberry.interface
class Thing:
    name: str
    size: Size | None = None

    @strawberry.field
    def shout(self) -> str:
        return self.name.upper()


@strawberry.interface
class Heavy:
    @strawberry.field
    def weight(self) -> int:
        return 7


@strawberry.type
class Stone(Thing, Heavy):
    kind: str | None = None


@strawberry.type
class Leaf(Thing):
    @strawberry.field
    async def fall(self) -> int:
        await asyncio.sleep(0)
        if self.name == "stuck":
            raise Fault("stuck")
        return len(self.name)


@strawberry.type
class Ghost(Thing):
    """Whatever has the attribute `boo`, which its own class has not; where in a list it is must not be told."""

    @classmethod
    def is_type_of(cls, value: Any, info: Any) -> bool:
        return hasattr(value, "boo") and isinstance(info.path.key, str)


@strawberry.type
class Lone:
    number: int = 1


@strawberry.type
class Page(Generic[T]):
    items: list[T]
    first: T | None = None


@strawberry.type
class Pebble(Stone):
    """A type whose class is a subclass of another type's."""


class Booing:
    boo = True
    name = "boo"
    size = Size.LARGE


class Row:
    """An object of no type of the schema."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.size = Size.SMALL
        self.kind = "row"
        self.number = 3


Any3 = Annotated[Stone | Leaf | Lone, strawberry.union("Any3")]


@strawberry.input
class Inner:
    number: int = 3
    sizes: list[Size] | None = None
    deep: "Inner | None" = None


@strawberry.input
class Flat:
    must: int
    may: str | None
    words: list[list[str]] = strawberry.field(default_factory=lambda: [["a"]])
    size: Size = Size.LARGE
    shade: ShadeText | None = ShadeText("ff")
    left: bool | None = strawberry.UNSET


@strawberry.input
class Nest:
    flats: list[Flat | None]
    one: Flat | None = None


@strawberry.input
class Perhaps:
    name: strawberry.Maybe[str | None]


@strawberry.input(one_of=True)
class Either:
    id: strawberry.ID | None = strawberry.UNSET
    flat: Flat | None = strawberry.UNSET


class Promise:
    """What can be awaited without being a coroutine: a value, or an error to raise, some turns of the loop later."""

    def __init__(self, value: Any, turns: int) -> None:
        self.value = value
        self.turns = turns

    def __await__(self) -> Generator[Any, None, Any]:
        for _ in range(self.turns):
            yield
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def soon(value: Any) -> Any:
    return Promise(value, 1)


def later(value: Any) -> Any:
    return Promise(value, 4)


STONES = (Stone(name="rock", size=Size.SMALL), Stone(name="pearl", kind="gem"))


@strawberry.type
class Box:
    """Everything, again and again."""

    label: str = "box"
    missing: int = strawberry.field(default=None)
    promised: str | None = strawberry.field(default_factory=lambda: soon("kept"))
    wrong: int | None = strawberry.field(default="many")

    @strawberry.field
    def box(self) -> "Box | None":
        return Box(label=f"{self.label}/")

    @strawberry.field
    async def slow_box(self) -> "Box | None":
        return await soon(Box(label=f"{self.label}~"))

    @strawberry.field
    def boxes(self) -> "list[Box | None]":
        return [Box(label="1"), Box(label="2")]

    @strawberry.field
    async def slow_boxes(self) -> "list[Box | None] | None":
        return await later([Box(label="1"), None, soon(Box(label="2")), Fault("no box"), later(Fault("no later box"))])

    @strawberry.field
    def strict_boxes(self) -> "list[Box]":
        return [Box(label="3"), Box(label="4")]

    @strawberry.field
    def nulls(self) -> list[int | None] | None:
        return [1, None, Fault("middle"), 2, "x", 2**40]

    @strawberry.field
    def no_nulls(self) -> list[int] | None:
        return [1, None, 3]

    @strawberry.field
    def awaited_items(self) -> list[str] | None:
        return [soon("a"), "b", later("c")]

    @strawberry.field
    def failing_items(self) -> list[str] | None:
        return ["b", later(Fault("late")), soon(Fault("soon")), later("c")]

    @strawberry.field
    def stopping_items(self) -> list[str] | None:
        return [soon("a"), None, later(Fault("never told")), "c"]

    @strawberry.field
    def grid(self) -> list[list[int | None]] | None:
        return [[1, None], (2, 3)]

    @strawberry.field
    def ragged(self) -> list[list[int] | None]:
        return [[1], [None], 5, "ab"]

    @strawberry.field
    def generated(self) -> list[str]:
        return (name for name in ("x", "y"))

    @strawberry.field
    def generated_badly(self) -> list[str] | None:
        def names() -> Iterator[str]:
            yield "x"
            raise Fault("in the generator")

        return names()

    @strawberry.field
    async def streamed(self) -> list[str]:
        async def names() -> AsyncIterator[str]:
            yield "x"
            await asyncio.sleep(0)
            yield "y"

        return names()

    @strawberry.field
    def number_as_list(self) -> list[str] | None:
        return 5

    @strawberry.field
    def text_as_list(self) -> list[str] | None:
        return "abc"

    @strawberry.field
    def raises(self) -> int | None:
        raise Fault("on purpose")

    @strawberry.field
    def raises_where_it_must_not(self) -> int:
        raise Fault("on purpose, too")

    @strawberry.field
    async def raises_soon(self) -> int | None:
        return await soon(Fault("soon"))

    @strawberry.field
    async def raises_later_where_it_must_not(self) -> int:
        return await later(Fault("later"))

    @strawberry.field
    def raises_graphql(self) -> int | None:
        raise GraphQLError("mine", path=["own"], extensions={"code": "MINE"})

    @strawberry.field
    def returns_an_error(self) -> str | None:
        return Fault("returned")

    @strawberry.field
    def returns_an_error_as_a_thing(self) -> Thing | None:
        return Fault("returned")

    @strawberry.field
    async def void(self) -> str:
        return await soon(None)

    @strawberry.field
    def returns_a_future(self) -> str:
        return asyncio.ensure_future(asyncio.sleep(0, "from a future"))

    @strawberry.field
    def truth(self) -> bool:
        return 1

    @strawberry.field
    def text(self) -> str:
        return 5.5

    @strawberry.field
    def whole(self) -> int:
        return True

    @strawberry.field
    def floats(self) -> list[float | None]:
        return [1.5, 2, float("nan"), "3"]

    @strawberry.field
    def size(self) -> Size:
        return Size.LARGE

    @strawberry.field
    def sizes(self) -> list[Size | None]:
        return [Size.SMALL, "s", "l", "none", [], None]

    @strawberry.field
    def word(self) -> Word:
        return "yes"

    @strawberry.field
    def shade(self) -> ShadeText:
        return ShadeText("c0ffee")

    @strawberry.field
    def shades(self) -> list[ShadeText | None]:
        return [ShadeText("1"), ShadeText("bad"), None, ShadeText("void")]

    @strawberry.field
    def anything(self) -> JSON:
        return {"a": [1, None, {"b": "ü"}]}

    @strawberry.field
    def things(self) -> list[Thing | None]:
        odd = [Row("row"), Booing(), strawberry.cast(Stone, Row("cast")), Lone(), "text", Fault("thing")]
        return [*STONES, Leaf(name="oak"), Leaf(name="stuck"), Pebble(name="grit"), None, *odd]

    @strawberry.field
    def cast_things(self) -> list[Thing]:
        return [
            strawberry.cast(Stone, Leaf(name="as stone")),
            Leaf(name="leaf"),
            strawberry.cast(Leaf, Stone(name="x")),
        ]

    @strawberry.field
    def cast_stones(self) -> list[Stone | None]:
        return [strawberry.cast(Leaf, Stone(name="as leaf")), STONES[0], strawberry.cast(Thing, Stone(name="thing"))]

    @strawberry.field
    def heavy(self) -> list[Heavy]:
        return [*STONES, Pebble(name="grit")]

    @strawberry.field
    def heavy_row(self) -> Heavy | None:
        return Row("row")

    @strawberry.field
    def mixed(self) -> list[Any3 | None]:
        odd: list[Any] = [Row("row"), strawberry.cast(Lone, Row("cast")), Pebble(name="grit"), Ghost(name="g"), 5]
        return [*STONES, Lone(), Leaf(name="elm"), *odd, soon(Lone(number=9)), later(Leaf(name="stuck"))]

    @strawberry.field
    def stone(self) -> Stone | None:
        return Row("no stone")

    @strawberry.field
    def real_stone(self) -> Stone:
        return STONES[1]

    @strawberry.field
    def stone_by_cast(self) -> Stone:
        return strawberry.cast(Stone, Row("cast"))

    @strawberry.field
    def lone_row(self) -> Lone:
        return Row("a row")

    @strawberry.field
    def ghost(self) -> Ghost | None:
        return Booing()

    @strawberry.field
    def no_ghost(self) -> Ghost | None:
        return Stone(name="rock")

    @strawberry.field
    def silent_ghost(self) -> Ghost | None:
        return Ghost(name="silent")

    @strawberry.field
    def page(self) -> Page[Stone]:
        return Page(items=list(STONES))

    @strawberry.field
    def numbers(self) -> Page[int]:
        return Page(items=[1, 2], first=3)

    @strawberry.field
    def told(self, info: strawberry.Info, n: int = 2) -> str:
        raw = info._raw_info
        parts: list[Any] = [
            info.field_name,
            info.python_name,
            info.path.as_list(),
            info.path.typename,
            info.variable_values,
        ]
        parts += [raw.return_type, raw.parent_type, len(raw.field_nodes), info.context, info.input_extensions, n]
        return f"{parts} {type(info.root_value).__name__} {sorted(raw.fragments)} {info.operation.operation.value}"

    @strawberry.field
    def told_less(self, info: strawberry.Info) -> str:
        selected = [getattr(selection, "name", None) for selection in info.selected_fields]
        return f"{info.path.as_list()} {selected} {info.return_type} {info.schema.query.__name__}"

    @strawberry.field
    def given(self, flat: Flat, size: Size = Size.SMALL, numbers: list[int] | None = None) -> str:
        return f"{flat} {size} {numbers}"

    @strawberry.field
    async def given_nest(self, info: strawberry.Info, nest: Nest | None, either: Either | None = None) -> str | None:
        return await soon(f"{nest} {either} {info.context}")

    @strawberry.field
    def given_inner(self, inner: Inner, shade: ShadeText = ZERO) -> str:
        return f"{inner} {shade}"

    @strawberry.field
    def given_perhaps(self, perhaps: Perhaps) -> str:
        return f"{perhaps}"

    @strawberry.field
    def given_strange_names(self, from_: Annotated[int, strawberry.argument(name="from")] = 1) -> int:
        return from_

    @strawberry.field(extensions=[Doubled()])
    def extended(self, n: int = 1) -> str:
        return f"{n}"

    @strawberry.field(permission_classes=[Never])
    def forbidden(self) -> str | None:
        return "never"

    @strawberry.field
    def by_parent(parent: strawberry.Parent["Box"]) -> str:
        return parent.label

    @strawberry.field
    def by_root(root: Any, info: strawberry.Info) -> str:
        return f"{root.label} {info.field_name}"

    @strawberry.field
    @staticmethod
    def static() -> str:
        return "static"


@strawberry.type
class Query:
    @strawberry.field
    def box(self) -> Box | None:
        return Box()

    @strawberry.field
    async def slow_box(self) -> Box:
        return await later(Box(label="slow"))

    @strawberry.field
    def told(self, info: strawberry.Info) -> str:
        return f"{info.path.as_list()} {info.root_value} {info.context}"

    @strawberry.field
    async def broken(self) -> int:
        return await soon(Fault("nothing is left"))


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def note(self, info: strawberry.Info, word: str, turns: int = 0) -> list[str]:
        """Add a word to the context, after some turns of the loop, and return all that are there."""
        for _ in range(turns):
            await asyncio.sleep(0)
        info.context.append(word)
        return list(info.context)

    @strawberry.mutation
    def note_now(self, info: strawberry.Info, word: str) -> Box:
        info.context.append(word)
        return Box(label=" ".join(info.context))

    @strawberry.mutation
    async def fail(self, info: strawberry.Info) -> int | None:
        info.context.append("failed")
        return await soon(Fault("mutation"))

    @strawberry.mutation
    async def fail_hard(self, info: strawberry.Info) -> int:
        info.context.append("failed hard")
        return await soon(Fault("mutation"))


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def boxes(self, to: int = 2) -> AsyncGenerator[Box, None]:
        for number in range(to):
            yield Box(label=f"{number}")


schema = strawberry.Schema(
    Query,
    Mutation,
    Subscription,
    types=[Stone, Leaf, Ghost, Lone, Pebble],
    config=StrawberryConfig(scalar_map={ShadeText: Shade}),
)
