"""What the laws and the playthrough need to know about Smarty Party!."""

from collections.abc import Iterator
from random import Random

from server.games.answers import Verdict
from server.games.engine import Seat, replace
from server.games.smarty_party import records, rules
from tests.games.hooks import Playthrough
from tests.games.smarty_party.tables import DECK

REVEALING = (records.GuessMade, records.RoundEnded)
"""Events that make secrets public: after one, two states that differed in secrets may differ openly."""

PLAYTHROUGHS = {
    "smarty-party-3": Playthrough(rules.Options(track=15), 3),
    "smarty-party-5-memory-aid": Playthrough(rules.Options(track=15, memory_aid=True), 5),
}


def hidden_variants(state: rules.State, seat: Seat | None, rng: Random) -> Iterator[rules.State]:
    """Yield states that `seat` cannot tell from `state`: another list, guesses long gone, lists to come.

    The Reader knows the list, and everybody what is on the table; what was guessed before, nobody is shown.
    """
    for _ in range(2):
        varied = with_other_pile(with_other_guesses(state, rng), rng)
        yield varied if seat == state.round.reader else with_other_list(varied, rng)


def with_other_pile(state: rules.State, rng: Random) -> rules.State:
    return replace(state, draw_pile=tuple(rng.sample(state.draw_pile, len(state.draw_pile))))


def with_other_guesses(state: rules.State, rng: Random) -> rules.State:
    """Return the state with other texts for what was guessed, and other verdicts."""
    guesses = tuple(
        replace(guess, text=f"{guess.text} {rng.randint(10000, 99999)}", verdict=rng.choice(list(Verdict)))
        for guess in state.round.guesses
    )
    return replace(state, round=replace(state.round, guesses=guesses))


def with_other_list(state: rules.State, rng: Random) -> rules.State:
    """Return the state with another list of as many items; what is on the table, found, stays where it is."""
    old = state.round.card.items
    others = [item for card in DECK.cards if card.id != state.round.card.id for item in card.items]
    items = list(rng.sample(others, len(old)))
    table = state.round.on_table
    if table is not None and table.item is not None:
        items[table.item] = old[table.item]
    card = replace(state.round.card, items=tuple(items))
    return with_other_verdict(replace(state, round=replace(state.round, card=card)), rng)


def with_other_verdict(state: rules.State, rng: Random) -> rules.State:
    """Return the state with another verdict on the guess that is being ruled on."""
    phase = state.phase
    if not isinstance(phase, records.Reviewing):
        return state
    matched = rng.choice([None, rng.randrange(len(state.round.card.items))])
    verdict = Verdict.WRONG if matched is None else Verdict.NEAR
    return replace(state, phase=replace(phase, matched=matched, review=replace(phase.review, verdict=verdict)))
