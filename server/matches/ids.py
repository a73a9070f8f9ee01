"""Ids, codes and tokens: all unguessable, drawn from the operating system's randomness."""

import hashlib
import secrets

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No I, L, O, 0, 1: codes are read aloud and typed on phones."""
CODE_LENGTH = 6


def match_id() -> str:
    """Return a new match id: 96 random bits."""
    return f"mat_{secrets.token_hex(12)}"


def player_id() -> str:
    """Return a new player id: 96 random bits."""
    return f"plr_{secrets.token_hex(12)}"


def derived_match_id(*parts: str) -> str:
    """Return the match id that these parts always give: the same request twice makes one match."""
    return f"mat_{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:24]}"


def event_id() -> str:
    """Return a new id of an operator's event: 96 random bits."""
    return f"evt_{secrets.token_hex(12)}"


def correction_id(*parts: str) -> str:
    """Return the id of a correction that these parts always give, a new one (96 random bits) without any."""
    derived = hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:24]
    return f"cor_{derived if parts else secrets.token_hex(12)}"


def code() -> str:
    """Return a new join code of six letters and digits."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def seed() -> str:
    """Return a new match seed: 256 random bits in hex (ALL-3)."""
    return secrets.token_hex(32)


def token() -> str:
    """Return a new bearer token: 256 random bits."""
    return f"prl_{secrets.token_urlsafe(32)}"


def request_hash(request_id: str) -> str:
    """Return the hex SHA-256 by which a request that answers with a token is kept; never that of a token."""
    return hashlib.sha256(f"request{chr(0)}{request_id}".encode()).hexdigest()


def token_hash(token: str) -> str:
    """Return the hex SHA-256 by which a token is kept."""
    return hashlib.sha256(token.encode()).hexdigest()
