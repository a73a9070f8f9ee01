"""A question from its choice to the verdict: categories, cards, answers, rulings and what comes of them."""

from random import Random

from server.games.answers import Verdict, checked_text, judge
from server.games.engine import Deck, IllegalMove, Seat, replace, shuffled
from server.games.rulings import Review, Ruling, review_of, ruled, stands
from server.games.trivial_pursuit.board import COLOURS, SPACES, Colour
from server.games.trivial_pursuit.records import (
    AnswerGiven,
    Answering,
    AnswerJudged,
    Asked,
    CardsShuffled,
    CategoryChosen,
    CategoryDecided,
    CategoryVoted,
    Event,
    Judged,
    QuestionAsked,
    Reviewing,
    Rolling,
    State,
    Step,
    Token,
    VerdictVoted,
    VotingCategory,
    question_on,
)
from server.games.trivial_pursuit.turns import (
    after,
    end_turn,
    others,
    reader_of,
    token_in_turn,
    win,
    with_token,
)

# The category


def choose_category(state: State, colour: Colour, deck: Deck, rng: Random) -> Step:
    """Ask what the token in the hub wants to be asked (TP-10)."""
    check_colour(colour, "TP-10")
    return after(CategoryChosen(state.turn, colour), ask(state, colour, deck, rng))


def check_colour(colour: Colour, rule: str) -> None:
    if colour not in COLOURS:
        raise IllegalMove(rule, "There is no such category.")


def vote_category(state: State, phase: VotingCategory, seat: Seat, colour: Colour, deck: Deck, rng: Random) -> Step:
    """Vote on the category of the final question; the last vote decides it (TP-12)."""
    check_colour(colour, "TP-12")
    votes = (*phase.votes[:seat], colour, *phase.votes[seat + 1 :])
    return after(CategoryVoted(seat), wait_or_decide(state, VotingCategory(votes), deck, rng))


def still_voting(state: State, phase: VotingCategory) -> frozenset[Seat]:
    return frozenset(seat for seat in others(state) if phase.votes[seat] is None)


def wait_or_decide(state: State, phase: VotingCategory, deck: Deck, rng: Random) -> Step:
    if still_voting(state, phase):
        return replace(state, phase=phase), ()
    colour = chosen_colour(phase.votes, state.turn)
    decided = CategoryDecided(state.turn, colour, phase.votes)
    return after(decided, ask(state, colour, deck, rng, is_final=True))


def chosen_colour(votes: tuple[Colour | None, ...], turn: Seat) -> Colour:
    """Return the colour with most votes; of several, the one that the token nearest on the left voted for (TP-12)."""
    from_the_left = [vote for vote in votes[turn + 1 :] + votes[:turn] if vote is not None]
    return max(from_the_left, key=from_the_left.count)


# The question


def ask(state: State, colour: Colour, deck: Deck, rng: Random, is_final: bool = False) -> Step:
    """Draw the next card and ask its question of the colour (TP-6)."""
    shuffling, pile = pile_to_draw_from(state, deck, rng)
    top, *rest = pile
    content = question_on(next(card for card in deck.cards if card.id == top), colour)
    asked = Asked(state.questions + 1, top, colour, token_in_turn(state).space, is_final, content)
    state = replace(state, phase=Answering(asked), pile=tuple(rest), questions=asked.number)
    happened = QuestionAsked(
        state.turn,
        reader_of(state),
        asked.number,
        asked.card,
        colour,
        asked.space,
        is_final,
        content.question,
    )
    return state, (*shuffling, happened)


def pile_to_draw_from(state: State, deck: Deck, rng: Random) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """Return the pile, shuffled anew with an event to say so when all cards have been used (TP-11)."""
    if state.pile:
        return (), state.pile
    pile = shuffled_pile(deck, rng)
    return (CardsShuffled(len(pile)),), pile


def shuffled_pile(deck: Deck, rng: Random) -> tuple[str, ...]:
    return tuple(card.id for card in shuffled(deck, rng))


# The answer


def give_answer(state: State, asked: Asked, text: str, deck: Deck) -> Step:
    """Compare the answer with the card; the verdict stands, or people are asked to rule on it (ANS-5)."""
    guess = checked_text(text)
    verdict = judge(guess, asked.content, deck.known, state.options.strictness)
    review = review_of(guess, verdict, state.options.judging, reader_of(state), others(state))
    given = AnswerGiven(state.turn, guess)
    return after(given, wait_or_settle(replace(state, unanswered=0), asked, guess, review))


def run_out_of_time(state: State, asked: Asked) -> Step:
    """Count the answer that has not come as wrong, whoever judges (TP-17)."""
    given = AnswerGiven(state.turn, None)
    state = replace(state, unanswered=state.unanswered + 1)
    return after(given, settle(state, asked, None, stands(Verdict.WRONG)))


def rule(state: State, phase: Reviewing, seat: Seat, is_right: bool) -> Step:
    """Rule on the answer, as its judge (ANS-5)."""
    review = ruled(phase.review, seat, is_right)
    return after(VerdictVoted(seat), wait_or_settle(state, phase.asked, phase.review.guess, review))


def wait_or_settle(state: State, asked: Asked, guess: str, review: Review | Ruling) -> Step:
    if isinstance(review, Review):
        return replace(state, phase=Reviewing(asked, review)), ()
    return settle(state, asked, guess, review)


def settle(state: State, asked: Asked, guess: str | None, ruling: Ruling) -> Step:
    """Give the wedge or lock the headquarters, then go on: roll again, win, or pass play left (TP-7 to TP-12)."""
    token = token_in_turn(state)
    judged = Judged(state.turn, asked, guess, ruling)
    wedge = ruling.is_right and may_win_wedge(token, asked)
    state = replace(with_token(state, token_after(token, asked, ruling)), last=judged)
    return after(AnswerJudged(judged, wedge), go_on(state, asked, ruling))


def go_on(state: State, asked: Asked, ruling: Ruling) -> Step:
    if not ruling.is_right:
        return end_turn(state)
    if asked.is_final:
        return win(state)
    return replace(state, phase=Rolling()), ()


def may_win_wedge(token: Token, asked: Asked) -> bool:
    """Tell whether a right answer wins a wedge (TP-8)."""
    return SPACES[asked.space].kind == "HEADQUARTERS" and asked.colour not in token.wedges


def token_after(token: Token, asked: Asked, ruling: Ruling) -> Token:
    """Return the token after a question: it unlocks what was locked, and locks the headquarters if missed (TP-9)."""
    at_stake = may_win_wedge(token, asked)
    return replace(
        token,
        wedges=(*token.wedges, asked.colour) if at_stake and ruling.is_right else token.wedges,
        locked=asked.colour if at_stake and not ruling.is_right else None,
        asked=counted(token.asked, asked.colour),
        right=counted(token.right, asked.colour) if ruling.is_right else token.right,
    )


def counted(numbers: tuple[int, ...], colour: Colour) -> tuple[int, ...]:
    """Return the numbers by category with one more for the colour."""
    return tuple(number + (colour == own) for own, number in zip(COLOURS, numbers, strict=True))
