"""Texts of the caller that are sent in headers."""

from __future__ import annotations

import re

# Visible US-ASCII with spaces between (RFC 9110, section 5.5).
_HEADER_TEXT = re.compile(r"[!-~](?:[ -~]*[!-~])?")


def is_header_text(text: str) -> bool:
    """Whether a header can hold this text as it is."""
    return _HEADER_TEXT.fullmatch(text) is not None


def read_api_key(text: str) -> str:
    """The API key without the white space around it, such as the last line break of a file.

    Raises a ValueError, which does not show the key, for what cannot be one.
    """
    if not isinstance(text, str):
        raise ValueError("The API key is missing: is its environment variable set?")
    key = text.strip()
    if not key:
        raise ValueError("The API key is empty.")
    if not is_header_text(key):
        raise ValueError(
            "The API key has characters that no key has, such as a line break or a letter beyond ASCII."
        )
    return key
