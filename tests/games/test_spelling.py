"""How texts are brought to one form (ANS-2)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from server.games.spelling import AMERICAN, LOOKALIKES, forms, is_misspelling, keys, normalised, words_in

BELOW_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
ROMAN_DIGITS = (
    "- M MM MMM",
    "- C CC CCC CD D DC DCC DCCC CM",
    "- X XX XXX XL L LX LXX LXXX XC",
    "- I II III IV V VI VII VIII IX",
)
PIECES = (
    "the a an one two ten twenty hundred thousand million first third hundredth and oh o 000 1 1,000 1000 3.5 -5 & st "
    "n II xiv i v a.b. x-ray 'n' O'Neill colour centre isise st. A T B mt negative minus point 21th é ß ﬁ ½ Ⅳ ① ٣ + % ,"
)

ANY_TEXT = st.text(st.characters(exclude_categories=()))
PIECED_TEXT = st.lists(st.sampled_from(PIECES.split()) | st.text(max_size=5), max_size=8).map(" ".join)
TEXTS = ANY_TEXT | PIECED_TEXT


def in_words(number: int) -> str:
    if number < 20:
        return BELOW_TWENTY.split()[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return TENS.split()[tens - 2] + (f"-{in_words(ones)}" if ones else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{in_words(hundreds)} hundred" + (f" and {in_words(rest)}" if rest else "")
    thousands, rest = divmod(number, 1000)
    joint = " and " if rest < 100 else " "
    return f"{in_words(thousands)} thousand" + (f"{joint}{in_words(rest)}" if rest else "")


def in_roman(number: int) -> str:
    digits = zip(ROMAN_DIGITS, f"{number:04}", strict=True)
    return "".join(numerals.split()[int(digit)] for numerals, digit in digits if digit != "0")


@given(TEXTS, st.booleans())
@example("", True)
@example("the the one", True)
@example("one 000", False)
@example("a the b", False)
def test_ans_2_normalising_twice_changes_nothing(text: str, roman: bool) -> None:
    for form in forms(text, roman):
        assert normalised(form, roman) == form


@given(st.integers(0, 999_999))
@example(0)
@example(110)
@example(1_001)
@example(20_000)
@example(999_999)
def test_ans_2_number_words_are_digits(number: int) -> None:
    assert normalised(in_words(number)) == str(number)
    assert normalised(in_words(number).replace(" and ", " ").replace("-", " ")) == str(number)
    assert normalised(f"{number:,}") == str(number)


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("nineteen eighty-four", "1984"),
        ("ten sixty-six", "1066"),
        ("nineteen oh five", "1905"),
        ("nineteen hundred and five", "1905"),
        ("twenty twenty-one", "2021"),
        ("a hundred years", "100 years"),
        ("thousand and one nights", "1001 nights"),
        ("8 million", "8000000"),
        ("20 000 leagues", "20000 leagues"),
        ("seven eight", "7 8"),
        ("one and two", "1 and 2"),
        ("one two hundred", "1 200"),
        ("nineteen 84", "19 84"),
        ("5 hundred and 20", "500 and 20"),
        ("minus three point five", "minus 3 point 5"),
        ("−3.5", "minus 3 point 5"),
        ("٣", "3"),
        ("x²", "x2"),
        ("first", "1st"),
        ("twenty-second", "22nd"),
        ("two hundredth", "200th"),
        ("twelfth", "12th"),
        ("111st", "111th"),
        ("one hundred and third", "103rd"),
    ],
)
def test_ans_2_numbers_are_read_as_people_write_them(words: str, digits: str) -> None:
    assert normalised(words) == digits


def test_ans_2_roman_numerals_are_numbers_where_the_card_is_marked() -> None:
    assert [normalised(f"Louis {in_roman(number)}", roman=True) for number in range(1, 4000)] == [
        f"louis {number}" for number in range(1, 4000)
    ]
    assert normalised("Louis XIV") == "louis xiv"
    assert normalised("Richard the Third", roman=True) == "richard 3"
    assert normalised("I think IIX is no numeral", roman=True) == "i think iix is no numeral"


@pytest.mark.parametrize(
    ("british", "american"),
    [
        *AMERICAN.items(),
        ("colour", "color"),
        ("neighbourhood", "neighborhood"),
        ("harbours", "harbors"),
        ("centre", "center"),
        ("kilometres", "kilometers"),
        ("theatre", "theater"),
        ("fibre", "fiber"),
        ("sceptre", "scepter"),
        ("organise", "organize"),
        ("civilisation", "civilization"),
        ("analyse", "analyze"),
        ("catalogue", "catalog"),
        ("traveller", "traveler"),
        ("marvellous", "marvelous"),
        ("encyclopaedia", "encyclopedia"),
        ("archaeology", "archeology"),
        ("palaeontology", "paleontology"),
        ("haemoglobin", "hemoglobin"),
        ("anaesthetic", "anesthetic"),
        ("paediatrics", "pediatrics"),
        ("foetus", "fetus"),
        ("oestrogen", "estrogen"),
        ("diarrhoea", "diarrhea"),
        ("sulphur", "sulfur"),
        ("tyres", "tires"),
    ],
)
def test_ans_2_british_and_american_spellings_are_the_same(british: str, american: str) -> None:
    assert normalised(british) == normalised(american)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("pour", "por"),
        ("tour", "tor"),
        ("flour", "flor"),
        ("hour", "hor"),
        ("ogre", "oger"),
        ("Louvre", "Louver"),
        ("Michael", "Michel"),
        ("Israel", "Isrel"),
        ("poet", "pet"),
        ("rogue", "rog"),
        ("Mitchell", "Mitchel"),
        ("rise", "rize"),
    ],
)
def test_ans_2_words_that_only_look_british_stay_as_they_are(word: str, other: str) -> None:
    assert normalised(word) == word.lower()
    assert normalised(other) == other.lower()


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("東京", "東京"),
        ("がぎぐ", "がぎぐ"),
        ("ｶﾞｷﾞ", "ガギ"),
        ("서울", "서울"),
        ("हिन्दी", "हिन्दी"),
        ("Ёлка", "елка"),
        ("Ἀθῆναι", "αθηναι"),
        ("شَمْس", "شمس"),
        ("שָׁלוֹם", "שלום"),
        ("ไทย", "ไทย"),
        ("Œuvre Ærø Þór", "oeuvre aero thor"),
        ("İstanbul", "istanbul"),
        ("Việt Nam", "viet nam"),
        ("Hawaiʻi", "hawaii"),
    ],
)
def test_ans_2_other_scripts_keep_their_letters_and_lose_only_optional_marks(text: str, form: str) -> None:
    assert normalised(text) == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("The Who", "who"),
        ("The The", "the"),
        ("A", "a"),
        ("La Paz", "la paz"),
        ("A. A. Milne", "aa milne"),
        ("a T-shirt", "tshirt"),
        ("St. Louis St", "saint louis street"),
        ("Guns N' Roses", "guns and roses"),
        ("50%", "50 percent"),
        ("?!", "?!"),
        ("🦒", "🦒"),
        ("giraffe 🦒", "giraffe"),
        ("\u200b\ud800\x00", ""),
        (" \n ", ""),
    ],
)
def test_ans_2_articles_signs_and_short_forms(text: str, form: str) -> None:
    assert normalised(text) == form


def test_texts_that_differ_only_in_spaces_or_umlauts_share_a_key() -> None:
    assert keys("Yo-yo") == keys("yo yo") == keys("YOYO") == frozenset(("yoyo",))
    assert keys("Schönberg") == frozenset(("schonberg", "schoenberg"))
    assert keys("7 8") == frozenset(("7 8",))


def test_ans_7_a_very_long_text_is_normalised() -> None:
    assert normalised("one " * 2500) == " ".join(["1"] * 2500)


def test_the_words_of_texts_are_single_and_normalised() -> None:
    assert words_in(["The zither's colour", "THE Zither, 12"]) == frozenset(("the", "zither", "s", "color"))


def test_lookalikes_are_written_as_guesses_are_compared() -> None:
    assert [word for word in LOOKALIKES if normalised(word) != word] == []


@given(TEXTS)
def test_ans_3_a_text_of_fewer_than_5_letters_has_no_misspelling(text: str) -> None:
    assert not is_misspelling(normalised(text), "oslo", frozenset())
