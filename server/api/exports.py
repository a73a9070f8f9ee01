"""Exports over HTTP: `/exports/<table>`, streamed, for operators by their bearer token alone.

What fails before the first byte is answered as errors are everywhere in the API. What fails later cuts the connection,
so that nobody takes half a table for a whole one; so does the revocation of the token.
"""

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from server.api.errors import ApiError, formatted
from server.api.http import STATUS_OF_REFUSAL, refuse_embedding
from server.api.http import Refusal as Embedded
from server.api.negotiation import accepts_gzip, best_media_type
from server.api.viewer import Context
from server.matches.revocation import Revocation
from server.stats.exports import BadWish, Exports, Wish, file_name, wish
from server.stats.sheets import Format
from server.stats.tables import Table

MEDIA_TYPES = {"text/csv": Format.CSV, "application/x-ndjson": Format.NDJSON}
TYPE_OF = {format: name for name, format in MEDIA_TYPES.items()}
AT_HEADER = "X-Snapshot-At"
CORRECTED_HEADER = "X-Boards-Corrected-To"
"""Up to which number corrections are in standings and ratings; an export has them sooner."""
GZIP = 16 + zlib.MAX_WBITS
PIECE = 65_536
"""Characters gathered before a piece is sent."""


class ExportEndpoint:
    """Answers `GET /exports/<table>`."""

    def __init__(self, context_for: Callable[[HTTPConnection], Awaitable[Context]]) -> None:
        self._context_for = context_for

    async def answer(self, request: Request) -> Response:
        """Return a table, or why not."""
        try:
            return await self._answer(request)
        except ApiError as error:
            return _refusal(error)
        except BadWish as bad:
            return _refusal(ApiError("BAD_USER_INPUT", str(bad)))
        except Embedded as embedded:
            return JSONResponse(embedded.answer.body, embedded.answer.status)

    async def _answer(self, request: Request) -> Response:
        refuse_embedding(request)
        context = await self._context_for(request)
        if not context.required().is_operator:
            raise ApiError("FORBIDDEN", "Exports are for operators: make a token with `python -m server token`.")
        asked = _asked(request)
        exports = Exports(context.host.store, context.services.statistics.store, context.services.statistics.texts)
        at = await exports.snapshot(asked)
        headers = {
            "Content-Disposition": f'attachment; filename="{file_name(asked, at)}"',
            AT_HEADER: str(at),
            CORRECTED_HEADER: str(await exports.boards_corrected_to()),
            "Cache-Control": "no-store",
            "Vary": "Accept, Accept-Encoding, Authorization",
            "X-Content-Type-Options": "nosniff",
        }
        media_type = f"{TYPE_OF[asked.format]}; charset=utf-8"
        if request.method == "HEAD":
            return Response(headers=headers, media_type=media_type)
        pieces = _gathered(_while_valid(context.revocation, exports.text(asked, at)))
        if accepts_gzip(request.headers.get("accept-encoding", "")):
            pieces, headers["Content-Encoding"] = compressed(pieces), "gzip"
        return StreamingResponse(pieces, headers=headers, media_type=media_type)


def _asked(request: Request) -> Wish:
    given = dict(request.query_params)
    return wish(_table(request.path_params["table"]), _format(request, given.pop("format", None)), given)


def _table(name: str) -> Table:
    try:
        return Table(name)
    except ValueError as unknown:
        raise BadWish(f"There is no table {name}. There are: {', '.join(Table)}.") from unknown


def _format(request: Request, named: str | None) -> Format:
    """Return the format that the address names, else the one that `Accept` likes best, CSV by default."""
    if named is not None:
        try:
            return Format(named)
        except ValueError as unknown:
            raise BadWish(f"format is one of {', '.join(Format)}, not {named!r}.") from unknown
    liked = best_media_type(", ".join(request.headers.getlist("accept")), tuple(MEDIA_TYPES))
    if liked is None:
        raise BadWish(f"Accept {' or '.join(MEDIA_TYPES)}, or name a `format`.")
    return MEDIA_TYPES[liked]


def _refusal(error: ApiError) -> Response:
    headers = {"WWW-Authenticate": "Bearer"} if error.code == "UNAUTHENTICATED" else {}
    return JSONResponse({"errors": formatted([error])}, STATUS_OF_REFUSAL.get(error.code, 400), headers)


async def _while_valid(token: Revocation, pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield the same pieces; raise `Revoked` once the token that they are for has been."""
    async for piece in pieces:
        token.check()
        yield piece


async def _gathered(pieces: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Yield the same text in pieces worth sending."""
    held: list[str] = []
    async for piece in pieces:
        held.append(piece)
        if sum(map(len, held)) >= PIECE:
            yield "".join(held).encode()
            held = []
    yield "".join(held).encode()


async def compressed(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield a gzip stream of the pieces."""
    squeezing = zlib.compressobj(level=6, wbits=GZIP)
    async for piece in pieces:
        if squeezed := squeezing.compress(piece):
            yield squeezed
    yield squeezing.flush()
