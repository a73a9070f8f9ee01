"""One socket of graphql-transport-ws: its messages, its operations and its end.

Every task of a socket lives in one task group: whatever ends the socket raises `Closed` in one of them, and all the
others, with their event sources, are gone before the close frame is sent. Frames are sent straight from the task that
has them, so a slow reader holds up only its own event sources (which must bound what they keep for it); one that takes
nothing for some seconds is closed with 1013 and may come back.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, assert_never

import structlog
from graphql import ExecutionResult, GraphQLError
from starlette.types import Receive, Send

from server.api.allowance import TokenBucket
from server.api.budgets import Caller
from server.api.documents import Documents, Prepared
from server.api.errors import ApiError, masked
from server.api.frames import ACK, PING, complete_frame, error_frame, next_frame, next_start, pong_frame
from server.api.language import language_of
from server.api.transport_messages import (
    Complete,
    ConnectionInit,
    Malformed,
    Message,
    Ping,
    Pong,
    Subscribe,
    read_message,
)
from server.api.updates import Updates, share_key
from server.matches.store import StoreUnavailable

Outcome = ExecutionResult | list[GraphQLError]

LONGEST_REASON = 123
"""Bytes a close frame has for its reason."""

AWAY = "The database cannot be reached at present; try again in a moment."

CLOSE_SECONDS = 1.0
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class SocketLimits:
    init_seconds: float = 5.0
    ping_seconds: float = 20.0
    stall_seconds: float = 5.0
    confirm_seconds: float = 30.0
    operations: int = 20
    message_bytes: int = 65_536
    messages_per_second: float = 200.0
    message_burst: int = 1_000


class Closed(Exception):
    """The socket ends, with this close code, or without one when the client has gone."""

    def __init__(self, code: int | None, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason.encode()[:LONGEST_REASON].decode(errors="ignore")


class Socket:
    """One connected client, from its first message to the end.

    `admit` turns the payload of connection_init into the context of all operations, or raises ApiError;
    `confirm` raises ApiError when a context is no longer good; it is asked now and then;
    `caller_of` says of the context who pays for the operations;
    `run_to_its_end` awaits a mutation that must not stop half-way when its client leaves.
    """

    def __init__(
        self,
        documents: Documents,
        admit: Callable[[dict[str, Any] | None], Awaitable[Any]],
        confirm: Callable[[Any], Awaitable[None]],
        caller_of: Callable[[Any], Caller],
        run_to_its_end: Callable[[Awaitable[Outcome]], Awaitable[Outcome]],
        limits: SocketLimits,
        receive: Receive,
        send: Send,
    ) -> None:
        self.documents = documents
        self.limits = limits
        self.ended = asyncio.Event()
        self._admit = admit
        self._confirm = confirm
        self._caller_of = caller_of
        self._run_to_its_end = run_to_its_end
        self._receive = receive
        self._send = send
        self._tasks = asyncio.TaskGroup()
        self._operations: dict[str, asyncio.Task[None]] = {}
        self._mutations: set[asyncio.Task[None]] = set()
        self._owes_pong = False
        self.context: object = None
        """What `admit` has made; None until then."""
        loop = asyncio.get_running_loop()
        self._ending: asyncio.Future[Closed] = loop.create_future()
        self._doubt: asyncio.Future[None] = loop.create_future()
        self._time = loop.time
        self._bucket = TokenBucket(self.limits.messages_per_second, self.limits.message_burst, loop.time)
        self._sending = 0
        self._moved_at = 0.0

    async def run(self) -> None:
        closed = Closed(4500, "Internal server error")
        try:
            async with self._tasks:
                await self._converse()
        except* Closed as ends:
            closed = first(ends)
        except* Exception as faults:
            log.error("socket failed", exc_info=faults)
        if closed.code is not None:
            await self._send_close(closed)

    def close(self, code: int, reason: str) -> None:
        """End the socket from outside."""
        if not self._ending.done():
            self._ending.set_result(Closed(code, reason))

    def confirm_soon(self) -> None:
        """End the socket, once its mutations have been answered, when its context is no longer good."""
        if not self._doubt.done():
            self._doubt.set_result(None)

    async def _confirm_context(self) -> None:
        if self.context is None:
            return
        if self._mutations:
            await asyncio.wait(self._mutations)
        try:
            await self._confirm(self.context)
        except ApiError as error:
            raise Closed(4403, error.message) from error
        except StoreUnavailable as unavailable:  # asked again in a while
            log.info("token not confirmed", reason=str(unavailable))

    @property
    def operations(self) -> tuple[asyncio.Task[None], ...]:
        """The operations under way."""
        return tuple(self._operations.values())

    async def _converse(self) -> None:
        self._tasks.create_task(self._beat())
        payload = await self._initialised()
        try:
            self.context = await self._admit(payload)
        except ApiError as error:
            raise Closed(1013 if error.code == "RATE_LIMITED" else 4403, error.message) from error
        except StoreUnavailable as unavailable:  # 1013, as clients give up for good after a 4500
            log.warning("database unavailable", reason=str(unavailable))
            raise Closed(1013, AWAY) from unavailable
        await self._transmit(ACK)
        while True:
            match await self._next_message():
                case ConnectionInit():
                    raise Closed(4429, "Too many initialisation requests")
                case Subscribe() as message:
                    await self._start(message)
                case Complete(id=id):
                    self._stop(id)
                case Ping(payload=payload):
                    await self._transmit(pong_frame(payload))
                case Pong():
                    self._owes_pong = False
                case other:
                    assert_never(other)

    async def _initialised(self) -> dict[str, Any] | None:
        try:
            async with asyncio.timeout(self.limits.init_seconds):
                while True:
                    match await self._next_message():
                        case ConnectionInit(payload=payload):
                            return payload
                        case Subscribe():
                            raise Closed(4401, "Unauthorized")
                        case Ping(payload=payload):
                            await self._transmit(pong_frame(payload))
        except TimeoutError:
            raise Closed(4408, "Connection initialisation timeout") from None

    async def _next_message(self) -> Message:
        event = await self._receive()
        if event["type"] == "websocket.disconnect":
            raise Closed(None)
        text = event.get("text")
        if text is None:
            raise Closed(4400, "Messages must be text frames.")
        if len(text.encode(errors="replace")) > self.limits.message_bytes:
            raise Closed(1009, f"A message may have {self.limits.message_bytes:,} bytes at most.")
        if not self._bucket.take():
            raise Closed(4429, "Too many messages")
        try:
            return read_message(text)
        except Malformed as malformed:
            raise Closed(4400, str(malformed)) from malformed

    async def _start(self, message: Subscribe) -> None:
        if message.id in self._operations:
            raise Closed(4409, f"Subscriber for {message.id} already exists")
        if len(self._operations) >= self.limits.operations:
            text = f"A socket may have {self.limits.operations} operations at a time."
            await self._transmit(error_frame(message.id, [ApiError("RATE_LIMITED", text)]))
            return
        self._operations[message.id] = self._tasks.create_task(self._operate(message))

    def _stop(self, id: str) -> None:
        if task := self._operations.pop(id, None):
            task.cancel()

    async def _operate(self, message: Subscribe) -> None:
        try:
            last = await self._answer(message)
        except Closed:
            raise
        except Exception as fault:
            last = error_frame(message.id, [as_error(fault)])
        if self._owns(message.id):
            del self._operations[message.id]  # first, as the client may use the id again once it has the frame
            await self._transmit(last)

    def _owns(self, id: str) -> bool:
        """Say whether the operation `id` is still this task's, not completed by the client."""
        return self._operations.get(id) is asyncio.current_task()

    async def _answer(self, message: Subscribe) -> str:
        """Send what an operation has to say, and return the frame that ends it."""
        request = message.payload
        caller = self._caller_of(self.context)
        caller.refuse_spent()
        prepared = self.documents.prepare(request.query, request.operation_name)
        if isinstance(prepared, list):
            caller.pay_for_refusal()
            return error_frame(message.id, prepared)
        extensions = caller.pay(prepared.cost)
        if prepared.kind == "subscription":
            return await self._subscribe(message, prepared)
        running = self.documents.execute(prepared, request.variables, self.context, request.extensions)
        outcome = await (self._mutate(running) if prepared.kind == "mutation" else running)
        if isinstance(outcome, list):
            return error_frame(message.id, outcome)
        if self._owns(message.id):
            await self._transmit(next_frame(message.id, outcome, extensions))
        return complete_frame(message.id)

    async def _mutate(self, running: Awaitable[Outcome]) -> Outcome:
        if (task := asyncio.current_task()) is not None:
            self._mutations.add(task)
            task.add_done_callback(self._mutations.discard)
        return await self._run_to_its_end(running)

    async def _subscribe(self, message: Subscribe, prepared: Prepared) -> str:
        request = message.payload
        executor = self.documents.executor(prepared, request.variables, self.context, request.extensions)
        if isinstance(executor, list):
            return error_frame(message.id, executor)
        key = share_key(prepared, request.variables, language_of(self.context))
        updates = Updates(prepared.plan, executor, key)
        start = next_start(message.id)
        async with updates.events() as events:
            if isinstance(events, list):
                return error_frame(message.id, events)
            async for event in events:
                payload = updates.payload(event)
                text = payload if isinstance(payload, str) else await payload
                if not self._owns(message.id):
                    break
                await self._transmit(f"{start}{text}}}")
                await asyncio.sleep(0)  # lets others run, as neither the source nor the client may ever wait
        return complete_frame(message.id)

    async def _beat(self) -> None:
        """Watch over the socket: end it when told to, when it stands still, and when the client answers no ping."""
        ping_at = self._time() + self.limits.ping_seconds
        confirm_at = self._time() + self.limits.confirm_seconds
        tick = min(self.limits.stall_seconds, self.limits.ping_seconds, self.limits.confirm_seconds)
        while True:
            told: tuple[asyncio.Future[Any], ...] = (self._ending, self._doubt)
            await asyncio.wait(told, timeout=tick, return_when=asyncio.FIRST_COMPLETED)
            if self._ending.done():
                raise self._ending.result()
            if self._sending and self._time() - self._moved_at >= self.limits.stall_seconds:
                raise Closed(1013, "Reading too slowly")
            if self._time() >= ping_at:
                ping_at += self.limits.ping_seconds
                self._ping()
            if self._doubt.done() or self._time() >= confirm_at:
                confirm_at = self._time() + self.limits.confirm_seconds
                self._doubt = asyncio.get_running_loop().create_future()
                self._tasks.create_task(self._confirm_context())  # apart as well, as the store may not answer

    def _ping(self) -> None:
        if self._owes_pong:
            raise Closed(4408, f"No pong within {self.limits.ping_seconds:g} seconds")
        self._owes_pong = True
        self._tasks.create_task(self._transmit(PING))  # apart, as the watch must go on when this cannot be sent

    async def _transmit(self, text: str) -> None:
        """Send a frame; this waits while the client does not read, which `_beat` watches."""
        if not self._sending:
            self._moved_at = self._time()
        self._sending += 1
        try:
            await self._send({"type": "websocket.send", "text": text})
        except (OSError, RuntimeError):  # what servers raise for a send after the end
            raise Closed(None) from None
        finally:
            self._sending -= 1
            self._moved_at = self._time()

    async def _send_close(self, closed: Closed) -> None:
        with suppress(OSError, RuntimeError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._send({"type": "websocket.close", "code": closed.code, "reason": closed.reason})


def first(ends: BaseExceptionGroup[Closed]) -> Closed:
    """Return the reason that counts: the client's going, if any task saw it, else the first."""
    found = [error for error in ends.exceptions if isinstance(error, Closed)]
    return next((closed for closed in found if closed.code is None), found[0])


def as_error(fault: Exception) -> GraphQLError | ApiError:
    if isinstance(fault, GraphQLError | ApiError):
        return fault
    return masked(fault)
