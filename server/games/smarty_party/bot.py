"""Plays Smarty Party! from a seat's view: names what it knows of the lists, the more the higher its skill.

Some items are more obscure than others, to all; what a bot knows of a list is drawn once for each round and seat, so
that it knows the same all round long. It has heard the guesses of the round (`schema.bot_view`) and remembers them as
well as its skill allows. As Reader it wagers by playing the round in its head with ordinary players, and lets the
server's verdicts stand. The numbers below were found by letting bots play each other.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from server.games.engine import Deck, Open, Seat
from server.games.smarty_party import records, rules
from server.games.smarty_party.types import SmartyPartyGuessResult, SmartyPartyView

REACH = (0.25, 0.65)
"""How obscure an item may be to be known without any skill, and with all; an ordinary item is 0 to 1."""
SMILEY = 0.25
"""How much more obscure an item with a smiley is."""
SPREAD = 0.12
"""How much players of one skill differ in what they know."""
FORGETTING = 0.1
"""How likely a guess heard is forgotten without any skill."""
ORDINARY = 0.6
"""The skill that a Reader expects of the others."""
REHEARSALS = 25
"""How many rounds a Reader plays in his head."""
MISJUDGEMENT = 0.3
"""The spread of a Reader's estimate without any skill, as a share of the chance that he estimates."""
MOST_REPEATS = 3
"""Having repeated so often, a bot gives up."""


class Topic(NamedTuple):
    """What can be known of a list."""

    items: tuple[str, ...]
    hard: frozenset[str]
    """Items with a smiley."""
    related: tuple[str, ...]
    """Items of other lists that share one with it: what a player guesses who does not know better."""


Knowledge = Mapping[str, Topic]
"""By topic."""


def knowledge(decks: tuple[Deck, ...]) -> Knowledge:
    """Return what the lists of all decks are about."""
    cards: list[records.Card] = [card for deck in decks for card in deck.cards]
    return {card.topic: topic_of(card, cards) for card in cards}


def topic_of(card: records.Card, cards: Sequence[records.Card]) -> Topic:
    items = tuple(item.text for item in card.items)
    akin = (other for other in cards if any(item.text in items for item in other.items))
    related = dict.fromkeys(item.text for other in akin for item in other.items)
    return Topic(
        items,
        hard=frozenset(item.text for item in card.items if item.smiley),
        related=tuple(text for text in related if text not in items),
    )


def choose(
    view: SmartyPartyView,
    seat: Seat,
    legal: tuple[rules.Move | Open, ...],
    rng: Random,
    skill: float,
    knowledge: Knowledge,
) -> rules.Move | None:
    """Return the bot's move; a Reader never hurries anybody, the timer starts by itself."""
    match legal[0]:
        case records.PlaceWager():
            return records.PlaceWager(wagered(view, rng, skill))
        case records.ChooseStart():
            return chosen_start(view, legal, skill, rng)
        case Open():
            return guess(view, seat, rng, skill, knowledge)
        case records.StartTimer():
            return None
        case ruling:
            return ruling


# As Reader


def wagered(view: SmartyPartyView, rng: Random, skill: float) -> records.Wager:
    """Return YES when the others will find enough more often than not, as far as the bot can tell."""
    smileys = [item.smiley for item in view.items or ()]
    guessers = sum(seat.is_guessing for seat in view.seats)
    enough = sum(found_in_head(smileys, guessers, rng) >= view.wager_number for _ in range(REHEARSALS))
    estimate = enough / REHEARSALS + rng.gauss(0, MISJUDGEMENT * (1 - skill))
    return records.Wager.YES if estimate >= 0.5 else records.Wager.NO


def found_in_head(smileys: list[bool], guessers: int, rng: Random) -> int:
    """Return how many items ordinary players would find in a round."""
    obscure = [obscurity(hard, rng) for hard in smileys]
    knows = [[is_within_reach(each, ORDINARY, rng) for each in obscure] for _ in range(guessers)]
    found: set[int] = set()
    chips, turn = len(records.CHIPS), 0
    while chips > 0 and len(found) < len(smileys):
        known = [place for place, is_known in enumerate(knows[turn % guessers]) if is_known and place not in found]
        if known:
            found.add(rng.choice(known))
        else:
            chips -= 1
        turn += 1
    return len(found)


def obscurity(has_smiley: bool, rng: Random) -> float:
    return rng.random() + SMILEY * has_smiley


def is_within_reach(obscure: float, skill: float, rng: Random) -> bool:
    least, most = REACH
    return obscure < rng.gauss(least + (most - least) * skill, SPREAD)


def chosen_start(view: SmartyPartyView, legal: tuple[rules.Move | Open, ...], skill: float, rng: Random) -> rules.Move:
    """Let the one who has come least far guess last, when easy items are gone; without skill, let anybody begin."""
    starts = [move for move in legal if isinstance(move, records.ChooseStart)]
    if rng.random() >= skill:
        return rng.choice(starts)
    order = [start.seat for start in starts]
    least = min(order, key=lambda other: view.seats[other].position)
    return starts[(order.index(least) + 1) % len(order)]


# As guesser


def guess(view: SmartyPartyView, seat: Seat, rng: Random, skill: float, knowledge: Knowledge) -> rules.Move:
    """Name an item it knows, one with a smiley first; else something that might be one; else pass."""
    topic = knowledge.get(view.topic)
    if topic is None or has_given_up(view, seat, rng):
        return records.Pass()
    heard = remembered(view, seat, skill)
    known = [text for text in topic.items if text not in heard and is_known(view, seat, text, topic, skill)]
    hard = [text for text in known if text in topic.hard]
    options = hard or known or [text for text in topic.related if text not in heard]
    return records.Name(rng.choice(options)) if options else records.Pass()


def has_given_up(view: SmartyPartyView, seat: Seat, rng: Random) -> bool:
    """Tell whether a bot that has just repeated a guess has had enough of it."""
    table = view.on_table
    has_repeated = table is not None and table.seat == seat and table.result is SmartyPartyGuessResult.REPEAT
    return has_repeated and rng.random() < 1 / MOST_REPEATS


def is_known(view: SmartyPartyView, seat: Seat, text: str, topic: Topic, skill: float) -> bool:
    item = f"{view.number} {view.topic}: {text}"
    obscure = obscurity(text in topic.hard, Random(item))
    return is_within_reach(obscure, skill, Random(f"{item}, seat {seat} of {len(view.seats)}"))


def remembered(view: SmartyPartyView, seat: Seat, skill: float) -> frozenset[str]:
    """Return what the bot remembers to have been guessed: the guess on the table, and most of the others."""
    heard = {text for guess in view.remembered or () for text in (guess.text, guess.item)}
    kept = {text for text in heard if text is not None and not is_forgotten(view, seat, text, skill)}
    just_now = {view.on_table.text} if view.on_table else set()
    return frozenset(kept | just_now)


def is_forgotten(view: SmartyPartyView, seat: Seat, text: str, skill: float) -> bool:
    lot = Random(f"{view.number} {view.topic}: {text} heard by seat {seat}").random()
    return lot < FORGETTING * (1 - skill)
