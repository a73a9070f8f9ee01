"""What people write for others to read: how it is kept, and what cannot be shown. Pure."""

import unicodedata

FORBIDDEN = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
OVERRIDES = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C}
"""Characters that turn the direction of the text around them."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like nothing: Hangul fillers, and the Braille pattern without dots."""


def trimmed(text: str) -> str:
    """Return a text as it is kept: trimmed, composed (NFC); one with halves of characters as it is."""
    return text if any("\ud800" <= c <= "\udfff" for c in text) else unicodedata.normalize("NFC", text.strip())


def has_controls(text: str) -> bool:
    """Tell whether a text has characters that are not shown, or that turn the direction of the text around them."""
    return any(unicodedata.category(c) in FORBIDDEN or ord(c) in OVERRIDES for c in text)


def is_visible(text: str) -> bool:
    """Tell whether there is anything to see in a text."""
    return any(unicodedata.category(c)[0] in "LNPS" and c not in BLANK for c in text)
