"""How typed answers are judged; each test names the rule it proves."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.games.answers import (
    LONGEST,
    Answer,
    Known,
    Strictness,
    Verdict,
    checked_text,
    find,
    judge,
    known_of,
)
from server.games.engine import IllegalMove
from server.games.spelling import normalised

EXACT, ALIAS, NEAR, WRONG = Verdict
LENIENT, STRICT = Strictness

NOTHING_KNOWN = known_of(())

DECK = (
    Answer("(Mount) Kilimanjaro"),
    Answer("Australia", aliases=("Oz",)),
    Answer("Iran", aliases=("Persia",)),
    Answer("Vincent (van) Gogh", person=True),
    Answer("Charles de Gaulle", person=True),
    Answer("Wolfgang Amadeus Mozart", person=True),
    Answer("Heitor Villa-Lobos", person=True),
    Answer("Arnold Schoenberg", aliases=("Schönberg",), person=True),
    Answer("Johan Cruyff", aliases=("Cruijff",), person=True),
    Answer("Claude Monet", person=True),
    Answer("Franklin D. Roosevelt", aliases=("FDR",), person=True, full_name=True),
    Answer("Marie Curie", aliases=("Maria Skłodowska",), person=True, full_name=True),
    Answer("Aretha Franklin", person=True),
    Answer("Rosalind Franklin", person=True),
    Answer("Akira Kurosawa", aliases=("Kurosawa Akira",), person=True),
    Answer("Catherine the Great", aliases=("Catherine II",), roman=True),
    Answer("Louis XIV", aliases=("Sun King",), roman=True),
    Answer("Leonardo da Vinci", aliases=("Leonardo", "da Vinci")),
    Answer("Snow White (and the Seven Dwarfs)"),
    Answer("Nineteen Eighty-Four", aliases=("1984",)),
    Answer("Catch-22"),
    Answer("AC/DC"),
    Answer("Yo-yo"),
    Answer("Singin' in the Rain", aliases=("Singing in the Rain",)),
    Answer("South Korea", aliases=("Republic of Korea",)),
    Answer("Eisenstein"),
    Answer("Stalactite"),
    Answer("Honey"),
    Answer("Diamond"),
    Answer("Tokyo", aliases=("東京",)),
    Answer("C++"),
    Answer("18"),
    Answer("-40"),
    Answer("3.14", aliases=("pi",)),
    Answer("8849", tolerance=5),
    Answer("1912", year=True),
    Answer("44 BC", year=True),
    Answer("AD 79", year=True),
)
KNOWN = known_of(DECK)
ANSWER = {answer.text: answer for answer in DECK}


def verdict(guess: str, text: str, known: Known = KNOWN, strictness: Strictness = LENIENT) -> Verdict:
    return judge(guess, ANSWER.get(text) or Answer(text), known, strictness)


# What a card accepts


@pytest.mark.parametrize(
    ("guess", "text", "expected"),
    [
        ("Mount Kilimanjaro", "(Mount) Kilimanjaro", EXACT),
        ("Kilimanjaro", "(Mount) Kilimanjaro", EXACT),
        ("mt. kilimanjaro", "(Mount) Kilimanjaro", EXACT),
        ("Snow White", "Snow White (and the Seven Dwarfs)", EXACT),
        ("snow white & the 7 dwarfs", "Snow White (and the Seven Dwarfs)", EXACT),
        ("Snow White and the Six Dwarfs", "Snow White (and the Seven Dwarfs)", WRONG),
        ("and the seven dwarfs", "Snow White (and the Seven Dwarfs)", WRONG),
        ("Oz", "Australia", ALIAS),
        ("The Sun King", "Louis XIV", ALIAS),
        ("東京", "Tokyo", ALIAS),
        ("京都", "Tokyo", WRONG),
    ],
)
def test_ans_1_a_card_gives_an_answer_aliases_and_text_that_need_not_be_said(
    guess: str, text: str, expected: Verdict
) -> None:
    assert verdict(guess, text) is expected


@pytest.mark.parametrize(
    ("guess", "text", "expected"),
    [
        ("Gogh", "Vincent (van) Gogh", ALIAS),
        ("van Gogh", "Vincent (van) Gogh", ALIAS),
        ("Vincent Gogh", "Vincent (van) Gogh", EXACT),
        ("V. van Gogh", "Vincent (van) Gogh", ALIAS),
        ("Vincent", "Vincent (van) Gogh", WRONG),
        ("Theo van Gogh", "Vincent (van) Gogh", WRONG),
        ("de Gaulle", "Charles de Gaulle", ALIAS),
        ("Gaulle", "Charles de Gaulle", ALIAS),
        ("General de Gaulle", "Charles de Gaulle", ALIAS),
        ("Mrs de Gaulle", "Charles de Gaulle", WRONG),
        ("Mozart", "Wolfgang Amadeus Mozart", ALIAS),
        ("W.A. Mozart", "Wolfgang Amadeus Mozart", ALIAS),
        ("Wolfgang Mozart", "Wolfgang Amadeus Mozart", ALIAS),
        ("Leopold Mozart", "Wolfgang Amadeus Mozart", WRONG),
        ("Amadeus", "Wolfgang Amadeus Mozart", WRONG),
        ("Villa Lobos", "Heitor Villa-Lobos", ALIAS),
        ("Lobos", "Heitor Villa-Lobos", WRONG),
        ("Kurosawa", "Akira Kurosawa", ALIAS),
        ("Kurosawa Akira", "Akira Kurosawa", ALIAS),
        ("Akira", "Akira Kurosawa", WRONG),
        ("Great", "Catherine the Great", WRONG),
    ],
)
def test_ans_1_the_last_name_of_a_person_is_an_alias(guess: str, text: str, expected: Verdict) -> None:
    assert verdict(guess, text) is expected


def test_ans_1_the_last_name_is_not_enough_when_the_card_says_so() -> None:
    assert verdict("Roosevelt", "Franklin D. Roosevelt") is WRONG
    assert verdict("President Roosevelt", "Franklin D. Roosevelt") is WRONG
    assert verdict("Franklin Roosevelt", "Franklin D. Roosevelt") is ALIAS
    assert verdict("Skłodowska", "Marie Curie") is WRONG
    assert verdict("M. Curie", "Marie Curie") is WRONG


def test_ans_1_the_last_name_is_not_enough_when_two_known_answers_share_it() -> None:
    rosalind = ANSWER["Rosalind Franklin"]

    assert judge("Franklin", rosalind, KNOWN) is WRONG
    assert judge("R. Franklin", rosalind, KNOWN) is ALIAS
    assert judge("Franklin", rosalind, known_of([rosalind])) is ALIAS


def test_ans_1_one_person_on_two_cards_shares_the_last_name_with_nobody() -> None:
    card = Answer("Pyotr (Ilyich) Tchaikovsky", aliases=("Peter Tchaikovsky",), person=True)
    other = Answer("Peter Tchaikovsky", person=True)
    third = Answer("Pyotr Tchaikovsky", person=True)

    assert judge("Tchaikovsky", card, known_of([other, third, card])) is ALIAS


# Normalising


@pytest.mark.parametrize(
    ("guess", "text"),
    [
        ("ＫＩＬＩＭＡＮＪＡＲＯ", "Kilimanjaro"),
        ("strasse", "Straße"),
        ("amelie", "Amélie"),
        ("Lodz", "Łódź"),
        ("schoenberg", "Schönberg"),
        ("schonberg", "Schönberg"),
        ("Malmö", "Malmoe"),
        ("Singin in the rain!", "Singin' in the Rain"),
        ("rubiks cube", "Rubik's Cube"),
        ("ACDC", "AC/DC"),
        ("yoyo", "Yo-yo"),
        ("yo yo", "Yo-yo"),
        ("new-zealand", "New Zealand"),
        ("JRR Tolkien", "J. R. R. Tolkien"),
        ("Simon & Garfunkel", "Simon and Garfunkel"),
        ("Rock and Roll", "Rock 'n' Roll"),
        ("beatles", "The Beatles"),
        ("An umbrella", "Umbrella"),
        ("  open    sesame ", "Open Sesame"),
        ("Twenty Thousand Leagues under the Sea", "20,000 Leagues Under the Sea"),
        ("1984", "Nineteen Eighty-Four"),
        ("two thousand and one", "2001"),
        ("a hundred years of solitude", "One Hundred Years of Solitude"),
        ("2nd World War", "Second World War"),
        ("the twenty-first", "21st"),
        ("Louis 14", "Louis XIV"),
        ("Louis the Fourteenth", "Louis XIV"),
        ("King Louis XIV", "Louis XIV"),
        ("colour blindness", "Color blindness"),
        ("theatre", "Theater"),
        ("grey", "Gray"),
        ("aluminium", "Aluminum"),
        ("Saint Andrews", "St Andrews"),
        ("wall st.", "Wall Street"),
        ("ёлка", "Елка"),
        ("c plus plus", "C++"),
    ],
)
def test_ans_2_a_guess_is_compared_after_normalising(guess: str, text: str) -> None:
    assert verdict(guess, text) is EXACT


@pytest.mark.parametrize(
    ("guess", "text"),
    [
        ("Paz", "La Paz"),
        ("Salvador", "El Salvador"),
        ("か", "が"),
        ("हन्द", "हिन्दी"),
        ("C", "C++"),
        ("7 8", "78"),
        ("Louis XV", "Louis XIV"),
        ("Who", "The Who Band"),
    ],
)
def test_ans_2_normalising_does_not_make_different_things_the_same(guess: str, text: str) -> None:
    assert verdict(guess, text) is WRONG


# Near misses


@pytest.mark.parametrize(
    ("guess", "text"),
    [
        ("Kilimanjarro", "(Mount) Kilimanjaro"),
        ("Kilimajnarro", "(Mount) Kilimanjaro"),
        ("Mozrat", "Wolfgang Amadeus Mozart"),
        ("Volfgang Amadeus Mozart", "Wolfgang Amadeus Mozart"),
        ("Schönbreg", "Arnold Schoenberg"),
        ("Bethoven", "Beethoven"),
        ("Parsi", "Paris"),
        ("Pariss", "Paris"),
        ("Pari", "Paris"),
        ("Diamonds", "Diamond"),
        ("Mona Liza", "Mona Lisa"),
        ("newzeland", "New Zealand"),
        ("Machu Pichu", "Machu Picchu"),
        ("Niagra Fals", "Niagara Falls"),
        ("Cach-22", "Catch-22"),
        ("Great Wal of China", "Great Wall of China"),
        ("Columbia", "Colombia"),
        ("크리스마수", "크리스마스"),
    ],
)
def test_ans_3_near_is_one_error_in_5_to_8_letters_and_two_in_9_or_more(guess: str, text: str) -> None:
    assert verdict(guess, text) is NEAR


@pytest.mark.parametrize(
    ("guess", "text"),
    [
        ("Pairss", "Paris"),
        ("Osol", "Oslo"),
        ("Malo", "Mali"),
        ("Kelimajnarro", "(Mount) Kilimanjaro"),
        ("Catch-23", "Catch-22"),
        ("Catch-2", "Catch-22"),
        ("Apollo 13", "Apollo 11"),
        ("U3", "U2"),
        ("North Korea", "South Korea"),
        ("West Germany", "East Germany"),
        ("Vitamin D", "Vitamin C"),
        ("Vitamin", "Vitamin C"),
        ("World War II", "World War I"),
        ("Henry VII", "Henry VIII"),
        ("King Kong", "Ping Pong"),
        ("Guinea B", "Guinea"),
        ("pair is", "Paris"),
        ("Chile", "China"),
        ("Slovenia", "Slovakia"),
        ("Nigeria", "Niger"),
        ("Niger", "Nigeria"),
        ("Nitrogen", "Hydrogen"),
        ("Iraq", "Iran"),
    ],
)
def test_ans_3_near_is_not_given_for_more_errors_in_numbers_or_in_the_shortest_words(guess: str, text: str) -> None:
    assert verdict(guess, text, NOTHING_KNOWN) is WRONG


@pytest.mark.parametrize(
    ("guess", "text"),
    [
        ("Austria", "Australia"),
        ("Australia", "Austria"),
        ("Einstein", "Eisenstein"),
        ("Manet", "Claude Monet"),
        ("Money", "Honey"),
        ("Stalagmite", "Stalactite"),
        ("Gambia", "Zambia"),
        ("Ireland", "Iceland"),
        ("Keats", "Yeats"),
    ],
)
def test_ans_3_a_well_known_word_is_no_misspelling_whatever_the_decks_hold(guess: str, text: str) -> None:
    assert verdict(guess, text, NOTHING_KNOWN) is WRONG


def test_ans_3_near_is_not_given_when_the_guess_is_an_answer_or_alias_known_to_any_deck() -> None:
    catania, other = Answer("Catania"), Answer("Somewhere", aliases=("Catalia",))

    assert judge("Catalia", catania, known_of([catania])) is NEAR
    assert judge("catalía", catania, known_of([catania, other])) is WRONG
    assert judge("Catalia", catania, known_of([catania, Answer("Mario Catalia", person=True)])) is WRONG


def test_ans_3_another_card_with_the_same_answer_forbids_nothing() -> None:
    card, same = Answer("Yuri Gagarin", person=True), Answer("Yuri Gagarin", aliases=("Gagarine",))

    assert judge("Gagarine", card, known_of([card, same])) is NEAR


def test_ans_3_a_word_of_the_clues_is_no_misspelling_of_another_but_for_the_plural() -> None:
    known = known_of((), ["A diamond is harder than the zither's strings."])

    assert judge("zither", Answer("Tither"), known) is WRONG
    assert judge("zither", Answer("Tither"), NOTHING_KNOWN) is NEAR
    assert judge("diamond", Answer("Diamonds"), known) is NEAR


def test_ans_3_a_short_word_of_the_clues_is_no_misspelling_in_a_longer_answer() -> None:
    assert judge("Black Bat", Answer("Black Cat"), known_of((), ["A bat hangs upside down."])) is WRONG
    assert judge("Blakc Cat", Answer("Black Cat"), known_of((), ["A bat hangs upside down."])) is NEAR


def test_ans_3_exact_alias_and_near_count_as_right() -> None:
    assert [(verdict.value, verdict.is_right) for verdict in Verdict] == [
        ("EXACT", True),
        ("ALIAS", True),
        ("NEAR", True),
        ("WRONG", False),
    ]


@pytest.mark.parametrize(
    ("guess", "expected"),
    [
        ("Is it Paris?", EXACT),
        ("It's Paris", EXACT),
        ("I think it's Paris!", EXACT),
        ("the city of Paris", EXACT),
        ("Paris, I think", EXACT),
        ("maybe Pariss", NEAR),
        ("Paris or London", WRONG),
        ("Paris, London", WRONG),
        ("Paris / London", WRONG),
        ("Paris Paris", WRONG),
        ("not Paris", WRONG),
        ("Paris Hilton", WRONG),
        ("Paris, Texas", WRONG),
    ],
)
def test_ans_3_only_words_that_say_nothing_may_stand_around_an_answer(guess: str, expected: Verdict) -> None:
    assert verdict(guess, "Paris") is expected


def test_ans_3_words_around_an_answer_stay_when_the_whole_is_another_answer() -> None:
    love, song = Answer("Love"), Answer("What Is Love")

    assert judge("What is love?", love, known_of([love])) is EXACT
    assert judge("What is love?", love, known_of([love, song])) is WRONG


def test_ans_3_several_answers_are_right_when_the_whole_is_an_alias() -> None:
    brothers = Answer("Wright Brothers", aliases=("Orville and Wilbur Wright",))

    assert judge("Orville & Wilbur Wright", brothers, NOTHING_KNOWN) is ALIAS


# Numbers and years


@pytest.mark.parametrize(
    ("guess", "text", "expected"),
    [
        ("1912", "1912", EXACT),
        ("nineteen twelve", "1912", EXACT),
        ("in 1912", "1912", EXACT),
        ("the year 1912", "1912", EXACT),
        ("1912 AD", "1912", EXACT),
        ("1913", "1912", WRONG),
        ("1921", "1912", WRONG),
        ("912", "1912", WRONG),
        ("19122", "1912", WRONG),
        ("1912 BC", "1912", WRONG),
        ("1912 or 1913", "1912", WRONG),
        ("44 B.C.", "44 BC", EXACT),
        ("44 BCE", "44 BC", EXACT),
        ("44", "44 BC", WRONG),
        ("79", "AD 79", EXACT),
        ("79 CE", "AD 79", EXACT),
        ("79 BC", "AD 79", WRONG),
        ("18", "18", EXACT),
        ("eighteen", "18", EXACT),
        ("18.0", "18", EXACT),
        ("18.5", "18", WRONG),
        ("18 or 19", "18", WRONG),
        ("18 million", "18", WRONG),
        ("minus forty", "-40", EXACT),
        ("40", "-40", WRONG),
        ("three point one four", "3.14", EXACT),
        ("pi", "3.14", ALIAS),
        ("8,849", "8849", EXACT),
        ("8854", "8849", ALIAS),
        ("8844", "8849", ALIAS),
        ("8855", "8849", WRONG),
        ("8843", "8849", WRONG),
    ],
)
def test_ans_4_years_are_exact_and_numbers_within_the_tolerance(guess: str, text: str, expected: Verdict) -> None:
    assert verdict(guess, text) is expected


@given(st.integers(-2_000_000, 2_000_000), st.integers(-2_000_000, 2_000_000), st.booleans())
def test_ans_4_one_number_is_never_another(guess: int, number: int, is_year: bool) -> None:
    answer = Answer(str(number % 10_000), year=True) if is_year else Answer(str(number))

    assert judge(answer.text, answer, NOTHING_KNOWN) is EXACT
    assert judge(f"{guess:,}", answer, NOTHING_KNOWN) is (EXACT if guess == int(answer.text) else WRONG)


# Any input


@pytest.mark.parametrize(
    "guess",
    [
        "",
        " \t\n",
        "x" * 10_000,
        "Paris" + " " * 200,
        "\x00\x07\x1b",
        "\ud800",
        "\u202e\u200f",
        "🦒🦒",
        "?!",
        "the",
        "a a a",
        "9" * 200,
        "\u0301" * 200,
        "ﷺ" * 200,
        "and " * 50,
    ],
)
def test_ans_7_any_input_gets_a_verdict(guess: str) -> None:
    assert verdict(guess, "Paris") is WRONG


def test_ans_7_unseen_marks_do_not_spoil_an_answer() -> None:
    assert verdict("\u200fParis\u202c 🗼\u200b", "Paris") is EXACT


def test_ans_7_an_answer_of_signs_alone_can_be_given() -> None:
    assert verdict("🦒", "🦒") is EXACT
    assert verdict("", "🦒") is WRONG


@given(
    guess=st.text(), text=st.text(), person=st.booleans(), roman=st.booleans(), strictness=st.sampled_from(Strictness)
)
def test_ans_7_every_answer_is_exact_for_itself_and_no_guess_makes_an_error(
    guess: str, text: str, person: bool, roman: bool, strictness: Strictness
) -> None:
    if not normalised(text):
        text += "x"

    answer = Answer(text[:LONGEST], person=person, roman=roman)

    assert judge(guess, answer, KNOWN, strictness) in Verdict
    assert judge(answer.text, answer, KNOWN, strictness) is EXACT
    assert judge(answer.text, answer, known_of([answer]), strictness) is EXACT


def test_ans_7_a_text_of_200_characters_is_accepted_and_a_longer_one_refused() -> None:
    assert checked_text("é" * 200) == "é" * 200

    with pytest.raises(IllegalMove) as refusal:
        checked_text("x" * 10_000)

    assert refusal.value.rule == "ANS-7"
    assert refusal.value.message == "An answer has at most 200 characters; yours has 10,000."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Par\x00is", "An answer cannot hold control characters: please type it again."),
        ("\x1b[31mParis", "An answer cannot hold control characters: please type it again."),
        ("Paris\ud83d", "Your answer holds half a character: please type it again."),
    ],
)
def test_ans_7_what_is_no_text_is_refused(text: str, message: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        checked_text(text)

    assert (refusal.value.rule, refusal.value.message) == ("ANS-7", message)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ""),
        (" \n", ""),
        ("  New\t\nYork ", "New York"),
        ("\u202eParis\u202c\u200f\ufeff", "Paris"),
        ("👨‍👩‍👧 東京", "👨‍👩‍👧 東京"),
        ("Łódź", "Łódź"),
    ],
)
def test_ans_7_a_text_is_kept_as_typed_but_for_spaces_and_direction_marks(text: str, kept: str) -> None:
    assert checked_text(text) == kept


# Strictness


@pytest.mark.parametrize(
    ("guess", "text", "expected"),
    [
        ("Kilimanjaro", "(Mount) Kilimanjaro", EXACT),
        ("Kilimanjarro", "(Mount) Kilimanjaro", WRONG),
        ("Vincent van Gogh", "Vincent (van) Gogh", EXACT),
        ("van Gogh", "Vincent (van) Gogh", WRONG),
        ("Mozart", "Wolfgang Amadeus Mozart", WRONG),
        ("Wolfgang Mozart", "Wolfgang Amadeus Mozart", WRONG),
        ("Schönberg", "Arnold Schoenberg", WRONG),
        ("Arnold Schönberg", "Arnold Schoenberg", EXACT),
        ("Cruijff", "Johan Cruyff", WRONG),
        ("Maria Sklodowska", "Marie Curie", ALIAS),
        ("da Vinci", "Leonardo da Vinci", ALIAS),
        ("Oz", "Australia", ALIAS),
        ("8854", "8849", ALIAS),
        ("is it Yo-Yo?", "Yo-yo", EXACT),
    ],
)
def test_ans_8_strict_needs_full_names_and_no_errors(guess: str, text: str, expected: Verdict) -> None:
    assert verdict(guess, text, strictness=STRICT) is expected


def test_ans_8_lenient_is_the_default() -> None:
    assert judge("Mozrat", ANSWER["Wolfgang Amadeus Mozart"], KNOWN) is NEAR


# Whole decks and lists


@pytest.mark.parametrize("strictness", list(Strictness))
def test_ans_3_every_answer_of_a_deck_is_exact_for_itself_and_wrong_for_the_others(strictness: Strictness) -> None:
    right = {
        (guess.text, answer.text): found
        for guess in DECK
        for answer in DECK
        if (found := judge(guess.text, answer, KNOWN, strictness)).is_right
    }

    assert right == {(answer.text, answer.text): EXACT for answer in DECK}


def test_the_best_fit_in_a_list_is_found() -> None:
    names = ("Anna", "Joanne", "Joanna", "Johanna")
    items = tuple(Answer(name) for name in names)
    known = known_of(items)

    assert find("johanna", items, known) == (3, EXACT)
    assert find("Joanna", items, known) == (2, EXACT)
    assert find("Jonna", (Answer("Joanna"), Answer("Anne", aliases=("Jonna",))), known) == (1, ALIAS)
    assert find("Johannaa", items, known) == (3, NEAR)
    assert find("Peter", items, known) is None


# Deck files


def decoded(text: str) -> Answer:
    return msgspec.json.decode(text, type=Answer)


def test_an_answer_is_read_from_a_deck_with_every_field() -> None:
    assert decoded(
        '{"answer": "Marie Curie", "aliases": ["Madame Curie"], "person": true, "fullName": true}'
    ) == Answer("Marie Curie", aliases=("Madame Curie",), person=True, full_name=True)
    assert decoded('{"answer": "8849", "tolerance": 5}') == Answer("8849", tolerance=5)
    assert decoded('{"answer": "44 BC", "year": true}') == Answer("44 BC", year=True)
    assert decoded('{"answer": "Louis XIV", "roman": true}') == Answer("Louis XIV", roman=True)


class Question(Answer, frozen=True, kw_only=True):
    question: str


def test_a_game_adds_fields_of_its_own_to_an_answer() -> None:
    question = msgspec.json.decode(b'{"question": "Which river?", "answer": "(River) Nile"}', type=Question)

    assert question == Question("(River) Nile", question="Which river?")
    assert judge("nile", question, KNOWN) is EXACT
    with pytest.raises(msgspec.ValidationError, match="unknown field `hint`"):
        msgspec.json.decode(b'{"question": "Which river?", "answer": "Nile", "hint": ""}', type=Question)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"answer": "Paris", "fullname": true}', "Object contains unknown field `fullname`"),
        ('{"aliases": ["Paris"]}', "Object missing required field `answer`"),
        ('{"answer": " "}', "An answer and its aliases have 1 to 200 characters."),
        ('{"answer": "Paris", "aliases": [""]}', "An answer and its aliases have 1 to 200 characters."),
        ('{"answer": "Curie", "fullName": true}', "Only a person can need the full name."),
        ('{"answer": "MCMXII", "year": true}', '"MCMXII" is not a year.'),
        (
            '{"answer": "1912", "year": true, "tolerance": 1}',
            "Only a number can have a tolerance, and a year has none.",
        ),
        ('{"answer": "18", "tolerance": -1}', "Only a number can have a tolerance, and a year has none."),
        ('{"answer": "Paris", "tolerance": 1}', "Only a number can have a tolerance, and a year has none."),
    ],
)
def test_a_bad_answer_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refusal:
        decoded(text)

    assert str(refusal.value) == problem
