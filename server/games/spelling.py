"""Brings texts to one form, so that a typed answer can be compared with a card's (ANS-2).

What lives here is pure. The result is for comparing, never for showing: spelling pairs and number words are replaced.
Letters of every script are kept; only marks that people leave out when typing (accents, Hebrew and Arabic points) go.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA

from server.games.numerals import with_digits, with_romans_as_digits, with_thousands_joined

ARTICLES = ("the", "a", "an")
"""Foreign articles stay: "La Paz", "El Salvador" and "Die Hard" are not "Paz", "Salvador" and "Hard"."""

APOSTROPHES = frozenset("'’‘‛`´ʹ′")
SPOKEN_SIGNS = {"&": " and ", "+": " plus ", "%": " percent "}
UNDECOMPOSED = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h", "ŋ": "ng", "ə": "e"}
)
SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
OPTIONAL_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]")

DECIMAL_POINT = re.compile(r"(?<=\d)\.(?=\d)")
THOUSANDS_COMMA = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
MINUS = re.compile(r"^\s*[-−–]\s*(?=\d)")
ROCK_N_ROLL = re.compile(r"['’‘]n['’‘]")
LETTER_AND_HYPHEN = re.compile(r"\b([^\W\d_])-(?=[^\W\d_]{2})")
PLAIN = re.compile("[a-z ]*")
BREAK_IN_WORDS = re.compile(r"(?<!\d) | (?!\d)", re.ASCII)

SHORT_FORMS = {
    "st": "saint",
    "ste": "sainte",
    "mt": "mount",
    "ft": "fort",
    "dr": "doctor",
    "mr": "mister",
    "jr": "junior",
    "sr": "senior",
    "utd": "united",
    "negative": "minus",
}
BRITISH_AND_AMERICAN = """
acknowledgement/acknowledgment aeon/eon aeroplane/airplane ageing/aging aluminium/aluminum artefact/artifact axe/ax
caesium/cesium callipers/calipers carburettor/carburetor cheque/check chequer/checker chequered/checkered
chilli/chili cosy/cozy counsellor/counselor defence/defense distil/distill doughnut/donut draught/draft dyke/dike
enrol/enroll fulfil/fulfill gaol/jail glamour/glamor gramme/gram grey/gray hiccough/hiccup instalment/installment
instil/instill jewellery/jewelry judgement/judgment kerb/curb kilogramme/kilogram licence/license liquorice/licorice
manoeuvre/maneuver maths/math mediaeval/medieval mollusc/mollusk mould/mold moult/molt moustache/mustache mum/mom
offence/offense omelette/omelet plough/plow practise/practice pretence/pretense programme/program pyjama/pajama
racquet/racket sceptic/skeptic sceptical/skeptical skilful/skillful smoulder/smolder snowplough/snowplow
speciality/specialty storey/story tyre/tire whisky/whiskey wilful/willful woollen/woolen yoghurt/yogurt
"""
AMERICAN = dict(pair.split("/") for pair in BRITISH_AND_AMERICAN.split())
AMERICAN_ENDINGS = (
    (r"(?<=[a-z]{3})is(e|ed|er|ers|es|ing|able|ation|ations)$", r"iz\1"),
    (r"lys(e|ed|er|ers|es|ing)$", r"lyz\1"),
    (
        r"(ard|arm|behavi|cand|clam|col|demean|endeav|ferv|fav|flav|harb|hon|hum|lab|neighb|od|parl|ranc|rig|rum|sav|"
        r"savi|splend|tum|val|vap|vig)our",
        r"\1or",
    ),
    (r"(cen|goi|li|lus|me|mi|ni|pe|scep|spec|thea)tre(s|d|)$", r"\1ter\2"),
    (r"(calib|fib|meag|och|sab|sepulch|somb)re(s|d|)$", r"\1er\2"),
    (r"(anal|catal|demag|dial|epil|monol|pedag|prol|synag|travel)ogue(s?)$", r"\1og\2"),
    (
        r"(cancel|counsel|dial|duel|equal|fuel|jewel|label|level|marvel|model|panel|pedal|quarrel|rival|shovel|signal|"
        r"snorkel|towel|travel|tunnel)l(ed|er|ers|ing|ings|or|ors|ous)$",
        r"\1\2",
    ),
    (r"(arch|pal|gyn|leuk|orthop|encyclop|an|p|h)ae(?=o|c|m|d|sth)", r"\1e"),
    (r"^aesth", "esth"),
    (r"^(f|am|hom)oe(?=t|b|o)", r"\1e"),
    (r"^oe(?=soph|str)", "e"),
    (r"^sulph", "sulf"),
    (r"rrhoea$", "rrhea"),
)
AMERICAN_RULES = tuple((re.compile(british, re.ASCII), american) for british, american in AMERICAN_ENDINGS)
PERHAPS_BRITISH = re.compile("|".join(british for british, _ in AMERICAN_ENDINGS), re.ASCII)
"""Finds nothing in most words, which no rule changes then."""


REMEMBERED = 32_768
"""Texts and words, as all decks together have them: each is met again and again while they are checked and compared."""


@lru_cache(maxsize=REMEMBERED)
def normalised(text: str, roman: bool = False) -> str:
    """Return the text as ANS-2 compares it; `roman` also reads Roman numerals as numbers.

    A text without a letter or digit ("?!", an emoji) stays as it is, so that only blank texts become "".
    """
    folded = case_folded(text)
    words = [american(word) for word in with_initials_joined(words_of(folded))]
    words = with_digits(with_short_forms(words))
    if roman:
        words = with_romans_as_digits(words)
    bare = without_articles(with_thousands_joined(words))
    return " ".join(bare) or " ".join(printable(folded).split())


def forms(text: str, roman: bool = False) -> tuple[str, ...]:
    """Return the normalised text, and a second one when umlauts can be spelt out: "Schönberg" is also "Schoenberg"."""
    typed = unicodedata.normalize("NFC", text.casefold())
    spelt_out = typed.translate(SPELT_OUT)
    if spelt_out == typed:
        return (normalised(text, roman),)
    return normalised(text, roman), normalised(spelt_out, roman)


def keys(text: str, roman: bool = False) -> frozenset[str]:
    """Return what has to be equal for two texts to be the same: "Yo-yo", "yo yo" and "yoyo" share a key."""
    return frozenset(map(joined, forms(text, roman)))


def joined(normal: str) -> str:
    """Return a normalised text without its spaces, except between digits: "7 8" is not 78."""
    return BREAK_IN_WORDS.sub("", normal)


def case_folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    composed = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    bare = OPTIONAL_MARKS.sub("", unicodedata.normalize("NFD", composed)).translate(UNDECOMPOSED)
    return unicodedata.normalize("NFKC", bare)


def words_of(folded: str) -> list[str]:
    if PLAIN.fullmatch(folded):
        return folded.split()
    spoken = MINUS.sub("minus ", folded)
    spoken = DECIMAL_POINT.sub(" point ", THOUSANDS_COMMA.sub("", spoken))
    spoken = LETTER_AND_HYPHEN.sub(r"\1", ROCK_N_ROLL.sub(" and ", spoken))
    return "".join(map(spoken_sign, spoken)).split()


@lru_cache(maxsize=4096)
def spoken_sign(sign: str) -> str:
    """Return a letter, digit or vowel mark itself, a space for punctuation, nothing for what is not seen or said."""
    if sign in APOSTROPHES:
        return ""
    if sign in SPOKEN_SIGNS:
        return SPOKEN_SIGNS[sign]
    if "\u02b0" <= sign <= "\u02ff" or "\ufe00" <= sign <= "\ufe0f" or sign == "\u0640":
        return ""
    match unicodedata.category(sign):
        case "Nd":
            return str(unicodedata.decimal(sign))
        case "Me" | "Cc" | "Cf" | "Cs" | "Cn" | "Co" if not sign.isspace():
            return ""
        case category:
            return sign if category[0] in "LMN" else " "


def printable(text: str) -> str:
    return "".join(" " if sign.isspace() else sign for sign in text if sign.isspace() or not is_invisible(sign))


def is_invisible(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "C" or "\ufe00" <= sign <= "\ufe0f"


def with_initials_joined(words: Sequence[str]) -> list[str]:
    """Return the words with runs of single letters as one: "J. R. R. Tolkien" and "JRR Tolkien" are the same."""
    return list(runs_joined(words))


def runs_joined(words: Sequence[str]) -> Iterator[str]:
    run = ""
    for word in words:
        if len(word) == 1 and word.isalpha():
            run += word
            continue
        if run:
            yield run
        run = ""
        yield word
    if run:
        yield run


@lru_cache(maxsize=REMEMBERED)
def american(word: str) -> str:
    """Return the American spelling of a word, by pairs and by rules that also fit words without a pair."""
    if word in AMERICAN:
        return AMERICAN[word]
    if word.endswith("s") and word[:-1] in AMERICAN:
        return AMERICAN[word[:-1]] + "s"
    if PERHAPS_BRITISH.search(word) is None:
        return word
    for british, replacement in AMERICAN_RULES:
        word = british.sub(replacement, word)
    return word


def with_short_forms(words: Sequence[str]) -> list[str]:
    """Return the words with "St" as "saint" (a last one as "street"), "Mt" as "mount", an inner "n" as "and"."""
    last = len(words) - 1
    return [written_out(word, is_inner=0 < at < last, is_last=0 < at == last) for at, word in enumerate(words)]


def written_out(word: str, is_inner: bool, is_last: bool) -> str:
    if word == "n" and is_inner:
        return "and"
    if word == "st" and is_last:
        return "street"
    return SHORT_FORMS.get(word, word)


def without_articles(words: Sequence[str]) -> Sequence[str]:
    """Return the words without the articles in front, but never without the last word."""
    first = next((at for at, word in enumerate(words[:-1]) if word not in ARTICLES), len(words) - 1)
    return words[max(first, 0) :]


def words_in(texts: Iterable[str]) -> frozenset[str]:
    """Return every word of the texts, normalised."""
    return frozenset(normalised(word) for word in {word for text in texts for word in WORD.findall(text.casefold())})


WORD = re.compile(r"[^\W\d_]+")


def is_misspelling(said: str, meant: str, words: frozenset[str]) -> bool:
    """Tell whether one normalised text is another one badly typed (ANS-3); `words` are no misspellings.

    The letters of `meant` set the limit: 5 to 8 may hold one error, 9 or more two. A word in a longer text may hold
    one, or two when it has 9 letters, so that North Korea is not South Korea. Leaving out a space counts for nothing.
    """
    said_words, meant_words = said.split(), meant.split()
    if abs(len(said) - len(meant)) > len(meant_words) + 1 or len(said_words) > len(meant_words):
        return False
    limit = errors_allowed(meant)
    if limit == 0:
        return False
    if len(said_words) < len(meant_words):
        return is_run_together(said, meant)
    pairs = [(typed, word) for typed, word in zip(said_words, meant_words, strict=True) if typed != word]
    return sum(OSA.distance(*pair, score_cutoff=limit) for pair in pairs) <= limit and all(
        is_misspelt_word(typed, word) and not (is_telling(word, meant_words) and is_other_word(typed, word, words))
        for typed, word in pairs
    )


def errors_allowed(meant: str) -> int:
    letters = sum(map(str.isalpha, meant))
    return 0 if letters < 5 else 1 if letters < 9 else 2


def is_misspelt_word(typed: str, word: str) -> bool:
    """Tell whether one word is another with no more errors than it may hold; numbers and the shortest hold none."""
    if any(len(one) <= 2 or UNMISTAKABLE.search(one) for one in (typed, word)):
        return False
    limit = max(errors_allowed(word), 1)
    return OSA.distance(typed, word, score_cutoff=limit) <= limit


UNMISTAKABLE = re.compile(r"\d|\A[ivx]+\Z")
"""A word with a digit, or a Roman numeral."""


def is_telling(word: str, among: Sequence[str]) -> bool:
    """Tell whether a word stands alone or is so short that one letter makes it another."""
    return len(among) == 1 or len(word) < 5


def is_other_word(typed: str, word: str, words: frozenset[str]) -> bool:
    """Tell whether a typed word is one in its own right, and not just the plural or singular."""
    return typed in words and typed.removesuffix("s") != word.removesuffix("s")


def is_run_together(said: str, meant: str) -> bool:
    """Tell whether a text is another without its spaces and with one error at most; single letters are not left out."""
    if any(len(word) == 1 for word in (*said.split(), *meant.split())) or HAS_DIGIT.search(said + meant):
        return False
    return OSA.distance(joined(said), joined(meant), score_cutoff=1) <= 1


HAS_DIGIT = re.compile(r"\d")

LOOKALIKE_WORDS = """
australia austria cable cyprus dublin gambia iberia iceland ireland lagos laos liberia lublin malta mauritania
mauritius niger nigeria padua papua prussia russia samoa samos siberia sienna styria syria vienna yalta zambia
copeland copland degas einstein eisenstein johnson jonson keats manet monet thompson thomson wilde wilder yeats
arctic asteroid cerium curium deductive erbium hypertension hypotension inductive meteor meteorite protein proton
stalactite stalagmite steroid terbium
angel angle ballet ballot beach beagle brain bride bridge broom brown cable castle cattle chain chair choir cloak
clock clown crow crown crumpet dairy daisy desert dessert diary drain eagle flour flower fridge glass goose grass
groom guilt honey horse hostel hotel house lama light llama match medal metal money moose motel mouse needle night
noodle onion otter paddle paint pasta paste peach pedal petal plane planet plant plate point poodle power pride
puddle quilt rabbi rabbit right saddle saint shark shirt shore short skate skirt snake spade spark spool spoon squad
squid stake stamp steak steam swamp sword table tiger towel tower trail train truck trumpet trunk union vowel watch
widow window witch world
"""
LOOKALIKES = frozenset(LOOKALIKE_WORDS.split())
"""Words one or two letters away from another, whatever the decks know."""
