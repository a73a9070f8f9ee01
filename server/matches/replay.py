"""Checks a match's log: the rules, asked again, make the same of every ply, and the seed is the promised one.

Pure. What it finds is a list of sentences; an empty one means that the match is as its log says.
"""

from collections.abc import Sequence

from server.matches.match import Refused, Table, digest, seed_hash, step
from server.matches.records import Match, Ply


def faults(created: Match, plies: Sequence[Ply], kept: Match, table: Table) -> list[str]:
    """Return what is wrong with a log. `created` is the match at ply 0, `kept` the match as it is kept now."""
    found = [] if kept.setup == created.setup else ["The match's set-up was changed after it was created."]
    if seed_hash(kept.setup.seed) != seed_hash(created.setup.seed):
        found.append("The seed is not the one whose hash was published.")
    match = created
    for ply in plies:
        try:
            match, problems = _next(match, ply, table)
        except Refused as refused:
            return [*found, f"Ply {ply.number}: the rules refuse it: {refused.message}"]
        found += problems
        if match.ply == kept.ply and match != kept:
            found.append(f"Ply {ply.number}: the match that is kept differs from what its log makes of it.")
    if match.ply < kept.ply:
        found.append(f"The log ends at ply {match.ply}, but the match is kept at ply {kept.ply}.")
    return found


def _next(match: Match, ply: Ply, table: Table) -> tuple[Match, list[str]]:
    after, events = step(match, ply.change, ply.at, table)
    found = []
    if ply.number != after.ply:
        found.append(f"Ply {ply.number}: number {after.ply} was expected.")
    if events != ply.events:
        found.append(f"Ply {ply.number}: other events follow than were recorded.")
    if digest(after.state) != ply.digest:
        found.append(f"Ply {ply.number}: another state follows than was recorded.")
    return after, found
