"""Who holds a seat: one player, or a team of several of whom one, the captain, moves (TP-16). Pure.

`Seated.player` is the captain. A captain whose clock runs out is away, and the next member who is not is captain then,
in the order in which the members came and from its end on to its beginning. A seat is away when its whole team is.
"""

from server.games.engine import replace
from server.matches.records import Member, Seated


def seated_first(player: str, name: str, team_size: int) -> Seated:
    """Return a seat just taken; `team_size` is how many players it may hold."""
    return Seated(name, player, members=(Member(player, name),) if team_size > 1 else ())


def members_of(seated: Seated) -> tuple[Member, ...]:
    """Return the players who hold a seat, none for one that was added as a bot."""
    if seated.player is None:
        return ()
    return seated.members or (Member(seated.player, seated.name, seated.is_away),)


def member_of(seated: Seated, player: str) -> Member:
    """Return a player as a member of the seat; raise KeyError for one who does not hold it."""
    return {member.player: member for member in members_of(seated)}[player]


def holds(seated: Seated, player: str) -> bool:
    """Tell whether a player holds a seat, alone or in a team."""
    return seated.player == player or any(member.player == player for member in seated.members)


def has_room(seated: Seated, team_size: int) -> bool:
    """Tell whether another player can join those who hold a seat."""
    return seated.player is not None and len(members_of(seated)) < team_size


def with_member(seated: Seated, member: Member) -> Seated:
    """Return the team with one more member."""
    return replace(seated, members=(*seated.members, member))


def without_member(seated: Seated, player: str) -> Seated:
    """Return the team, which has others, without one of its members; a captain who leaves is succeeded."""
    members = tuple(member for member in seated.members if member.player != player)
    is_away = all(member.is_away for member in members)
    captain = _successor(seated) if seated.player == player else seated.player
    return replace(seated, name=members[0].name, player=captain, members=members, is_away=is_away)


def late(seated: Seated) -> Seated:
    """Return the seat after the clock has run out on its decision."""
    after = _marked(seated, seated.player, is_away=True)
    return replace(after, player=next_captain(after) or seated.player)


def here(seated: Seated) -> Seated:
    """Return the seat after its player, in a team its captain, has moved."""
    return _marked(seated, seated.player, is_away=False)


def returned(seated: Seated, player: str) -> Seated:
    """Return the seat after one of its players has come back: they lead a team of which nobody else is there."""
    after = _marked(seated, player, is_away=False)
    return replace(after, player=player) if seated.is_away else after


def next_captain(seated: Seated) -> str | None:
    """Return the next member after the captain who is not away, None when there is nobody else."""
    return next((member.player for member in _others(seated) if not member.is_away), None)


def _successor(seated: Seated) -> str:
    return next_captain(seated) or _others(seated)[0].player


def _others(seated: Seated) -> tuple[Member, ...]:
    """Return the members but the captain, from the one after the captain on."""
    players = [member.player for member in seated.members]
    captain = players.index(seated.player) if seated.player in players else 0
    return seated.members[captain + 1 :] + seated.members[:captain]


def _marked(seated: Seated, player: str | None, *, is_away: bool) -> Seated:
    """Return the seat with one of its players away or not; the seat is away when all of them are."""
    members = tuple(
        replace(member, is_away=is_away) if member.player == player else member for member in seated.members
    )
    is_seat_away = all(member.is_away for member in members) if members else is_away
    return replace(seated, members=members, is_away=is_seat_away)
