"""From creating a match to starting it, and what players may do beside playing: seats, bots, rematches."""

from collections.abc import Callable
from typing import Any

from server.decks import stacked
from server.games.engine import BadOption, Deck, Record, Seat, replace
from server.games.registry import Game, game
from server.matches import ids
from server.matches.bots import free_name
from server.matches.host import Host
from server.matches.live import find_deck
from server.matches.match import Refusal, Refused, captains_seat, must_have_result, opened, seat_of
from server.matches.records import (
    AddBot,
    BotLevel,
    Change,
    Close,
    HandToBot,
    Join,
    Leave,
    Match,
    MoveClock,
    OfferRematch,
    PassCaptaincy,
    RemoveBot,
    Resign,
    Seated,
    Setup,
    Spectators,
    Start,
    Status,
    TakeBack,
    Visibility,
)
from server.matches.store import CodeTaken, Player
from server.matches.teams import has_room, holds, members_of, seated_first

SEED_LENGTH = 200


class Wish(Record, frozen=True):
    """What somebody wants of a new match. None where the default will do."""

    game: str
    options: Any
    seats: int | None = None
    team_size: int = 1
    deck: str | None = None
    visibility: Visibility = Visibility.PUBLIC
    spectators: Spectators = Spectators.OPEN
    joins: bool = True
    starts_when_full: bool = False
    seed: str | None = None
    deck_order: tuple[str, ...] | None = None
    event: str | None = None
    """The id of the operator's event that the match is to belong to."""


class Lobby:
    """Everything about a match but its moves. Each method raises `Refused` and changes nothing when it may not be."""

    def __init__(self, host: Host, is_test: bool = False) -> None:
        self._host = host
        self._is_test = is_test

    async def create(self, player: Player, wish: Wish, request: str | None = None) -> Match:
        """Create a match, its creator in seat 0 if they join.

        `request` is a secret text that the same request sent again has too: it then gives the first match, unless
        another one is wished for.
        """
        setup = self._setup(wish)
        if request is not None:
            setup = replace(setup, id=ids.derived_match_id(request))
        seats = (seated_first(player.id, player.name, setup.team_size),) if wish.joins else ()
        match = await self._add(setup, player, seats)
        if not _is_wished(wish, setup, match.setup):
            raise Refused(Refusal.BAD_REQUEST, "This requestId was used for another match.", path=("requestId",))
        return match

    async def _add(self, setup: Setup, host: Player, seats: tuple[Seated, ...]) -> Match:
        while True:
            try:
                return await self._host.add(opened(Match(setup, host.id, seats=seats)))
            except CodeTaken:
                setup = replace(setup, code=ids.code())

    def _setup(self, wish: Wish) -> Setup:
        played = game(wish.game)
        if (wish.seed is not None or wish.deck_order is not None) and not self._is_test:
            raise Refused(
                Refusal.TEST_MODE_OFF,
                "A seed or deck order can only be set on a server in test mode.",
                path=("test",),
            )
        deck = find_deck(self._host.decks, wish.game, wish.deck)
        if deck is None:
            raise Refused(
                Refusal.DECK_NOT_FOUND, "{game} has no deck {deck}.", path=("deck",), game=played.name, deck=wish.deck
            )
        _check(wish, played, deck)
        return Setup(
            id=ids.match_id(),
            code=ids.code(),
            game=played.kind,
            options=wish.options,
            capacity=_capacity(wish, played),
            deck=deck.id,
            deck_fingerprint=deck.fingerprint,
            deck_order=wish.deck_order,
            visibility=wish.visibility,
            spectators=wish.spectators,
            seed=ids.seed() if wish.seed is None else wish.seed,
            rules_version=played.rules.VERSION,
            is_test=self._is_test,
            starts_when_full=wish.starts_when_full,
            rematch_of=None,
            created_at=self._host.now(),
            event=wish.event,
            team_size=wish.team_size,
        )

    # Seats

    async def join(self, match_id: str, player: Player, seat: Seat | None = None) -> Match:
        """Take a seat, or a place in the team that holds it; a player who has one keeps it."""
        return await self._seat(match_id, player, lambda _: seat)

    async def _seat(self, match_id: str, player: Player, chosen: Callable[[Match], Seat | None]) -> Match:
        wanted: Seat | None = None

        def change(match: Match) -> Change:
            nonlocal wanted
            wanted = chosen(match)
            return Join(player.id, player.name, wanted)

        try:
            return await self._host.change(match_id, change)
        except Refused as refused:
            match = await self._host.match(match_id)
            if refused.code is not Refusal.ALREADY_SEATED or match is None:
                raise
            if wanted not in (None, seat_of(match, player.id)):
                raise
            return match

    async def leave(self, match_id: str, player: Player) -> Match:
        """Give a seat back before the start, or leave a team to the others in it."""
        return await self._host.change(match_id, lambda _: Leave(player.id))

    async def pass_captaincy(self, match_id: str, player: Player, to: str | None) -> Match:
        """Let another member of one's team move for it, by default the next who is not away (TP-16)."""
        return await self._host.change(match_id, lambda match: PassCaptaincy(captains_seat(match, player.id), to))

    async def add_bot(self, match_id: str, player: Player, level: BotLevel) -> Match:
        """Seat a bot; for the match's host."""

        def change(match: Match) -> Change:
            _must_host(match, player)
            return AddBot(level, free_name(frozenset(seated.name for seated in match.seats)))

        return await self._host.change(match_id, change)

    async def remove_bot(self, match_id: str, player: Player, seat: Seat) -> Match:
        """Free a bot's seat before the start; for the match's host."""
        return await self._by_host(match_id, player, RemoveBot(seat))

    async def start(self, match_id: str, player: Player) -> Match:
        """Begin; for the match's host."""
        return await self._by_host(match_id, player, Start())

    async def close(self, match_id: str, player: Player) -> Match:
        """Give the match up before it starts; for its host."""

        def change(match: Match) -> Change:
            _must_host(match, player)
            if match.status is Status.RUNNING:
                raise Refused(Refusal.MATCH_STARTED, "This match has started. Who plays in it can resign.")
            return Close("CLOSED_BY_HOST")

        return await self._host.change(match_id, change)

    async def _by_host(self, match_id: str, player: Player, change: Change) -> Match:
        def checked(match: Match) -> Change:
            _must_host(match, player)
            return change

        return await self._host.change(match_id, checked)

    # While it runs

    async def resign(self, match_id: str, player: Player) -> Match:
        """Give up a seat for good (ALL-5)."""
        return await self._host.change(match_id, lambda match: Resign(captains_seat(match, player.id)))

    async def hand_to_bot(self, match_id: str, player: Player, seat: Seat | None, level: BotLevel) -> Match:
        """Let a bot play one's own seat, or the seat of a player who is away (ALL-5)."""

        def change(match: Match) -> Change:
            own = _own_seat(match, player)
            chosen = own if seat is None else seat
            if chosen != own:
                _must_be_away(match, chosen)
            elif not match.seats[own].is_away:
                captains_seat(match, player.id)
            return HandToBot(chosen, level)

        return await self._host.change(match_id, change)

    async def take_back(self, match_id: str, player: Player) -> Match:
        """Play one's own seat again (ALL-5), or come back to one's team (TP-16)."""

        def change(match: Match) -> Change:
            seat = _own_seat(match, player)
            return TakeBack(seat, player.id if match.seats[seat].members else None)

        return await self._host.change(match_id, change)

    async def advance_clock(self, match_id: str, player: Player, seconds: int) -> Match:
        """Bring the running deadline nearer, in test mode; what has then run out runs out before this returns."""
        if not self._is_test:
            raise Refused(Refusal.TEST_MODE_OFF, "Clocks can only be moved on a server in test mode.")
        if seconds < 1:
            raise Refused(
                Refusal.BAD_REQUEST, "A clock can only be moved forward, by at least one second.", path=("seconds",)
            )

        def change(match: Match) -> Change:
            if match.host != player.id:
                _own_seat(match, player)
            return MoveClock(-float(seconds), "TEST", self._host.now())

        await self._host.change(match_id, change)
        return await self._host.run_out(match_id)

    # Again

    async def rematch(self, match_id: str, player: Player) -> Match:
        """Return the rematch of a finished match with this player seated: the first call makes it, others join it."""
        old = await self._host.latest(match_id)
        if old is None:
            raise Refused(Refusal.MATCH_NOT_FOUND, "There is no such match.", path=("matchId",))
        _own_seat(old, player)
        must_have_result(old)
        new = await self._latest_rematch(old, player)
        return await self._seat(new.setup.id, player, lambda match: _seat_again(old, match, player))

    async def _latest_rematch(self, old: Match, player: Player) -> Match:
        latest = await self._host.match(old.rematches[-1]) if old.rematches else None
        if latest is not None and latest.status is not Status.ABANDONED:
            return latest
        setup = replace(
            self._setup(_same_again(old)),
            id=ids.derived_match_id(old.setup.seed, str(len(old.rematches))),
            rematch_of=old.setup.id,
        )
        bots = tuple(Seated(seated.name, None, seated.bot) for seated in old.seats if seated.player is None)
        new = await self._add(setup, player, (seated_first(player.id, player.name, setup.team_size), *bots))
        await self._offer(old.setup.id, new.setup.id)
        return new

    async def _offer(self, old_id: str, new_id: str) -> None:
        def change(match: Match) -> Change:
            if new_id in match.rematches:
                raise Refused(Refusal.ALREADY_SEATED, "That rematch has been offered already.")
            return OfferRematch(new_id)

        try:
            await self._host.change(old_id, change)
        except Refused as refused:
            if refused.code is not Refusal.ALREADY_SEATED:
                raise


def _is_wished(wish: Wish, wanted: Setup, kept: Setup) -> bool:
    """Tell whether a match is the one wished for, in all but what the server drew or knew when it was created."""
    seed = kept.seed if wish.seed is None else wanted.seed
    drawn = replace(wanted, code=kept.code, seed=seed, created_at=kept.created_at, is_test=kept.is_test)
    return kept == replace(drawn, deck_fingerprint=kept.deck_fingerprint, rules_version=kept.rules_version)


def _check(wish: Wish, played: Game, deck: Deck) -> None:
    """Raise `Refused` for a wish that the game cannot grant."""
    seats = played.rules.SEATS
    if wish.seats is not None and wish.seats not in seats:
        raise Refused(
            Refusal.BAD_OPTION,
            "{game} is for {fewest} to {most} players.",
            path=("seats",),
            game=played.name,
            fewest=seats.start,
            most=seats[-1],
        )
    _check_team_size(wish, played)
    if wish.seed is not None and not 1 <= len(wish.seed) <= SEED_LENGTH:
        raise Refused(Refusal.BAD_OPTION, "A seed has 1 to {most} characters.", path=("test", "seed"), most=SEED_LENGTH)
    try:
        played.rules.check_options(wish.options)
    except BadOption as bad:
        raise Refused(Refusal.BAD_OPTION, bad.message, path=("options", played.field, bad.field)) from bad
    try:
        stacked(deck, wish.deck_order or ())
    except BadOption as bad:
        raise Refused(Refusal.BAD_OPTION, bad.message, path=("test", bad.field)) from bad


def _check_team_size(wish: Wish, played: Game) -> None:
    """Raise `Refused` for teams in a game without, and for more people than can play it (TP-16)."""
    if played.people_in_teams is None and wish.team_size != 1:
        raise Refused(Refusal.BAD_OPTION, "This game is not played in teams.", path=("teamSize",))
    seats = played.rules.SEATS.start if wish.seats is None else wish.seats
    largest = played.most_people // seats
    if not 1 <= wish.team_size <= max(1, largest):
        raise Refused(
            Refusal.BAD_OPTION,
            "With {teams} teams, a team has 1 to {largest} players: {people} in all.",
            path=("teamSize",),
            teams=seats,
            largest=largest,
            people=played.most_people,
        )


def _capacity(wish: Wish, played: Game) -> int:
    if wish.seats is not None:
        return wish.seats
    return min(played.rules.SEATS[-1], played.most_people // wish.team_size)


def _same_again(old: Match) -> Wish:
    """Return the wish for a rematch. Only by invitation: its seats are for those who played."""
    return Wish(
        game=old.setup.game,
        options=old.setup.options,
        seats=len(old.seats),
        team_size=old.setup.team_size,
        deck=old.setup.deck,
        visibility=Visibility.PRIVATE,
        spectators=old.setup.spectators,
        event=old.setup.event,
    )


def _seat_again(old: Match, new: Match, player: Player) -> Seat | None:
    """Return where a player joins a rematch: the team they were in, or a new one for it; None for any seat."""
    seat = seat_of(old, player.id)
    if old.setup.team_size == 1 or seat is None or seat_of(new, player.id) is not None:
        return None
    team = [member.player for member in members_of(old.seats[seat])]
    for again, seated in enumerate(new.seats):
        if any(holds(seated, mate) for mate in team) and has_room(seated, new.setup.team_size):
            return again
    return len(new.seats) if len(new.seats) < new.setup.capacity else None


def _must_host(match: Match, player: Player) -> None:
    if match.host != player.id:
        raise Refused(Refusal.NOT_HOST, "Only the host of this match may do that.")


def _must_be_away(match: Match, seat: Seat) -> None:
    if not 0 <= seat < len(match.seats):
        raise Refused(Refusal.BAD_REQUEST, "There is no such seat in this match.", path=("seat",))
    if not match.seats[seat].is_away:
        raise Refused(Refusal.PLAYER_NOT_AWAY, "That player is not away: their last decision did not time out.")


def _own_seat(match: Match, player: Player) -> Seat:
    seat = seat_of(match, player.id)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED, "You have no seat in this match.")
    return seat
